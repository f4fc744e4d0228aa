/** The longest title, in characters. */
const MAX = 60

/** A session's first title: the first line of the first message, cut at a word. */
export function titleOf(text: string): string {
  const line =
    text
      .split('\n')
      .find((candidate) => candidate.trim() !== '')
      ?.trim()
      .replace(/\s+/g, ' ') ?? ''
  const characters = [...line]
  if (characters.length <= MAX) return line
  const cut = characters.slice(0, MAX - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > MAX / 2 ? cut.slice(0, space) : cut}…`
}
