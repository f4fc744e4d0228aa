/** The longest title, in characters. */
const MAX = 60

/** Characters of a line used for a title. */
const LONGEST_LINE = 1_000

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

/** Reasoning text that a small model may write before its answer. */
const THOUGHTS = /<think>[\s\S]*?(<\/think>|$)/gi

/** Decoration around a title: a heading mark, the word itself, quotes and a full stop. */
const AROUND: readonly RegExp[] = [
  /^[\s#>*_`-]+/,
  /^(title|标题)\s*[:：]\s*/i,
  /^["'“”‘’「『«*_`]+|["'“”‘’」』»*_`]+$/g,
  /[.。]+$/,
]

/** The title in the answer of a model; empty when there is none in it. */
export function titleIn(answer: string): string {
  const bare = (text: string) => AROUND.reduce((left, pattern) => left.replace(pattern, '').trim(), text)
  const [line = ''] = answer.replace(THOUGHTS, '').trim().split('\n')
  // Quotes may stand around the full stop, or inside of it.
  return titleOf(bare(bare(line.slice(0, LONGEST_LINE))))
}
