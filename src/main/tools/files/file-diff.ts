import { structuredPatch } from 'diff'
import type { FileDiff } from '#shared/session/file-diff.ts'

const CONTEXT_LINES = 3
const MOST_MILLISECONDS = 500

/** The stored size of a diff. */
export type DiffLimits = { readonly lines: number; readonly lineLength: number; readonly letters: number }

/** For a change that was made: enough to look at, in every stored answer. */
const STORED: DiffLimits = { lines: 2_000, lineLength: 2_000, letters: 4_000_000 }

/** For a change that waits for the person: all of it, up to what one stored event may hold. */
const WHOLE: DiffLimits = { lines: 100_000, lineLength: 1_000_000, letters: 1_000_000 }

/** A change as data, made from the texts before and after. Line endings do not count as changes. */
export function fileDiff(path: string, before: string, after: string): FileDiff {
  return limited(changeOf(path, before, after), STORED)
}

/** The same, with every line of it unless it is larger than what a person could be shown. */
export function wholeDiff(path: string, before: string, after: string): FileDiff {
  return limited(changeOf(path, before, after), WHOLE)
}

/** As much of a whole change as is stored once it is made. */
export function storedDiff(whole: FileDiff): FileDiff {
  return limited(whole, STORED)
}

function changeOf(path: string, before: string, after: string): FileDiff {
  const [old, fresh] = [unified(before), unified(after)]
  const patch = structuredPatch(path, path, old, fresh, undefined, undefined, {
    context: CONTEXT_LINES,
    timeout: MOST_MILLISECONDS,
  })
  const hunks = patch === undefined ? [replacement(old, fresh)] : patch.hunks
  const kept = hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines.filter((line) => !line.startsWith('\\')),
  }))
  const all = kept.flatMap((hunk) => hunk.lines)
  return { path, added: marked(all, '+'), removed: marked(all, '-'), hunks: kept, cut: false }
}

/** Texts that take too long to compare: all of the old one goes, all of the new one comes. */
function replacement(before: string, after: string): FileDiff['hunks'][number] {
  const lines = [...linesOf(before).map((line) => `-${line}`), ...linesOf(after).map((line) => `+${line}`)]
  return { oldStart: 1, newStart: 1, lines }
}

function limited(diff: FileDiff, { lines: most, lineLength, letters }: DiffLimits): FileDiff {
  let { cut } = diff
  let left = most
  let room = letters
  const hunks: FileDiff['hunks'] = []
  for (const hunk of diff.hunks) {
    const kept: string[] = []
    for (const line of hunk.lines) {
      const part = line.slice(0, Math.min(lineLength, room))
      if (left <= 0 || part.length < Math.min(line.length, 1)) break
      kept.push(part)
      left -= 1
      room -= part.length
      cut ||= part.length < line.length
    }
    cut ||= kept.length < hunk.lines.length
    if (kept.length > 0) hunks.push({ ...hunk, lines: kept })
  }
  return { ...diff, hunks, cut }
}

function unified(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function marked(lines: readonly string[], mark: string): number {
  return lines.filter((line) => line.startsWith(mark)).length
}

function linesOf(text: string): readonly string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}
