import { firstPart } from '#shared/first-part.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'

const MOST_LINES = 30
const LONGEST_LINE = 500

/** Describes a change in numbers: "2 lines added, 1 removed". */
export function changeCount({ added, removed }: Pick<FileDiff, 'added' | 'removed'>): string {
  const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`
  if (removed === 0) return `${lines(added)} added`
  return added === 0 ? `${lines(removed)} removed` : `${lines(added)} added, ${removed} removed`
}

/**
 * Returns the lines of a change with the numbers they have now, as `read` shows them, 30 at most. A place where lines
 * only went says how many.
 */
export function changedLines({ hunks }: FileDiff): string {
  const rows: string[] = []
  for (const { newStart, lines } of hunks) {
    let number = newStart
    let removed = 0
    let added = 0
    const close = () => {
      if (removed > 0 && added === 0) {
        rows.push(`(${removed} ${removed === 1 ? 'line' : 'lines'} removed before line ${number})`)
      }
      removed = 0
      added = 0
    }
    for (const line of lines) {
      if (line.startsWith('-')) removed += 1
      else if (line.startsWith('+')) {
        rows.push(`${String(number).padStart(6)}\t${cut(line.slice(1))}`)
        added += 1
        number += 1
      } else {
        close()
        number += 1
      }
    }
    close()
  }
  const left = rows.length - MOST_LINES
  if (left > 0) rows.splice(MOST_LINES, left, `(${left} more changed lines)`)
  return rows.join('\n')
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${firstPart(line, LONGEST_LINE)} … (line cut)` : line
}
