/** The longest line, in characters: a message with pasted pictures. */
const LONGEST = 64 * 1024 * 1024

/** Cuts a stream of text into JSON values, one a line. Throws for a line that is too long or no JSON. */
export function createJsonLines(take: (value: unknown) => void): (piece: string) => void {
  let waiting: string[] = []
  let length = 0
  return (piece) => {
    const parts = piece.split('\n')
    for (const [at, part] of parts.entries()) {
      length += part.length
      if (length > LONGEST) throw new Error('A line is too long.')
      waiting.push(part)
      if (at === parts.length - 1) continue
      const line = waiting.join('')
      waiting = []
      length = 0
      if (line !== '') take(JSON.parse(line))
    }
  }
}

/** Returns a value as one line. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`
