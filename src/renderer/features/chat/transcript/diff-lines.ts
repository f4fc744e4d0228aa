import { diffWordsWithSpace } from 'diff'
import type { DiffHunk } from '#shared/session/file-diff.ts'

/** Part of a line, counted in characters, that changed. */
export type WordRange = { readonly from: number; readonly to: number }

/** A line of a change as it is drawn. A gap stands for unchanged lines that are left out. */
export type DiffLine =
  | { readonly kind: 'gap' }
  | {
      readonly kind: 'same' | 'add' | 'del'
      readonly oldNumber: number | null
      readonly newNumber: number | null
      readonly text: string
      readonly words: readonly WordRange[]
    }

type TextLine = Exclude<DiffLine, { kind: 'gap' }>

/** Beyond this a change is a new text, and marking words in it would only make noise. */
const MOST_CHANGED = 0.7

/** The lines of a change, numbered on both sides, with the words that changed inside paired lines. */
export function diffLines(hunks: readonly DiffHunk[]): readonly DiffLine[] {
  return hunks.flatMap((hunk, index): readonly DiffLine[] => {
    const lines = withWords(numbered(hunk))
    return index === 0 ? lines : [{ kind: 'gap' }, ...lines]
  })
}

function numbered(hunk: DiffHunk): TextLine[] {
  let oldNumber = hunk.oldStart
  let newNumber = hunk.newStart
  return hunk.lines.map((line): TextLine => {
    const text = line.slice(1)
    if (line.startsWith('+')) {
      newNumber += 1
      return { kind: 'add', oldNumber: null, newNumber: newNumber - 1, text, words: [] }
    }
    oldNumber += 1
    if (line.startsWith('-'))
      return { kind: 'del', oldNumber: oldNumber - 1, newNumber: null, text, words: [] }
    newNumber += 1
    return { kind: 'same', oldNumber: oldNumber - 1, newNumber: newNumber - 1, text, words: [] }
  })
}

/** Pairs removed lines with the added lines that directly follow them. */
function withWords(lines: readonly TextLine[]): readonly TextLine[] {
  const marked = [...lines]
  for (let at = 0; at < lines.length; ) {
    const removed = countFrom(lines, at, 'del')
    const added = countFrom(lines, at + removed, 'add')
    for (let pair = 0; pair < Math.min(removed, added); pair += 1)
      markPair(marked, at + pair, at + removed + pair)
    at += Math.max(1, removed + added)
  }
  return marked
}

function markPair(lines: TextLine[], oldAt: number, newAt: number): void {
  const before = lines[oldAt]
  const after = lines[newAt]
  if (before === undefined || after === undefined || before.text.length + after.text.length > 2_000) return
  const words = changedWords(before.text, after.text)
  if (words === null) return
  lines[oldAt] = { ...before, words: words.old }
  lines[newAt] = { ...after, words: words.new }
}

function changedWords(before: string, after: string) {
  const old: WordRange[] = []
  const fresh: WordRange[] = []
  let oldAt = 0
  let newAt = 0
  let same = 0
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (removed) old.push({ from: oldAt, to: oldAt + value.length })
    if (added) fresh.push({ from: newAt, to: newAt + value.length })
    if (!added) oldAt += value.length
    if (!removed) newAt += value.length
    if (!added && !removed) same += value.trim().length
  }
  const longest = Math.max(before.trim().length, after.trim().length, 1)
  return same / longest < 1 - MOST_CHANGED ? null : { old: joined(old), new: joined(fresh) }
}

/** Changed words with at most two characters between them read as one change. */
function joined(ranges: readonly WordRange[]): readonly WordRange[] {
  const result: WordRange[] = []
  for (const range of ranges) {
    const last = result.at(-1)
    if (last !== undefined && range.from - last.to <= 2)
      result[result.length - 1] = { from: last.from, to: range.to }
    else result.push(range)
  }
  return result
}

function countFrom(lines: readonly TextLine[], at: number, kind: TextLine['kind']): number {
  let count = 0
  while (lines[at + count]?.kind === kind) count += 1
  return count
}
