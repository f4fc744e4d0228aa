import { structuredPatch } from 'diff'
import type { FileDiff } from '#shared/session/file-diff.ts'

const CONTEXT_LINES = 3
const MOST_LINES = 2000
const MOST_LINE_LENGTH = 2000
const MOST_MILLISECONDS = 500

/** A change as data, made from the texts before and after. Line endings do not count as changes. */
export function fileDiff(path: string, before: string, after: string): FileDiff {
  const patch = structuredPatch(path, path, unified(before), unified(after), undefined, undefined, {
    context: CONTEXT_LINES,
    timeout: MOST_MILLISECONDS,
  })
  if (patch === undefined) {
    return { path, added: lineCount(after), removed: lineCount(before), hunks: [], cut: true }
  }
  let left = MOST_LINES
  let cut = false
  const hunks: FileDiff['hunks'] = []
  const all = patch.hunks.flatMap((hunk) => hunk.lines)
  for (const hunk of patch.hunks) {
    const lines = hunk.lines.filter((line) => !line.startsWith('\\'))
    const kept = lines.slice(0, left).map((line) => line.slice(0, MOST_LINE_LENGTH))
    cut ||= kept.length < lines.length || kept.some((line, index) => line !== lines[index])
    if (kept.length > 0) hunks.push({ oldStart: hunk.oldStart, newStart: hunk.newStart, lines: kept })
    left -= kept.length
  }
  return { path, added: marked(all, '+'), removed: marked(all, '-'), hunks, cut }
}

function unified(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function marked(lines: readonly string[], mark: string): number {
  return lines.filter((line) => line.startsWith(mark)).length
}

function lineCount(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
