import { plainLine } from './plain-line.ts'

/**
 * Prints rows under each other, each column as wide as its widest cell. The last column keeps its length. Names of files,
 * plugins and servers can make no further row and send no codes to the terminal.
 */
export function printTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(plainLine))
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows
    .map((row) =>
      row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}
