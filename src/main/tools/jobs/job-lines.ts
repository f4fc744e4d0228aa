/** Longest line that is tested; the rest of a longer one is ignored. */
const MOST_LINE = 10_000

/** Cuts output into lines. An unfinished last line is tested each time it grows. */
export function createJobLines(seen: (line: string) => void) {
  let open = ''
  return (text: string): void => {
    const lines = text.replaceAll('\r\n', '\n').split(/[\n\r]/)
    const last = lines.pop() ?? ''
    for (const line of lines) {
      seen((open + line).slice(0, MOST_LINE))
      open = ''
    }
    open = (open + last).slice(0, MOST_LINE)
    if (last !== '') seen(open)
  }
}
