/** Lines of a file and the lines that take their place. */
export type Exchange = { readonly start: number; readonly end: number; readonly lines: readonly string[] }

/** Exchanges lines of a file. The new ones get the line ends of the lines around them. */
export function exchangeLines(lines: readonly string[], exchanges: readonly Exchange[]): readonly string[] {
  let result = [...lines]
  for (const { start, end, lines: fresh } of exchanges.toSorted((one, other) => other.start - one.start)) {
    const beside = [...lines.slice(start, end), lines[start - 1], lines[end], lines[0]].find(
      (line) => line?.endsWith('\n') === true,
    )
    const isWindows = beside?.endsWith('\r\n') === true
    const put = fresh.map((line) =>
      isWindows && line.endsWith('\n') && !line.endsWith('\r\n') ? `${line.slice(0, -1)}\r\n` : line,
    )
    result = [...result.slice(0, start), ...put, ...result.slice(end)]
  }
  return result
}
