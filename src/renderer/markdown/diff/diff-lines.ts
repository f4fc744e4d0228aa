import { diffWordsWithSpace } from 'diff'
import type { DiffHunk } from '#shared/session/file-diff.ts'

/** Part of a line, counted in characters, that changed. */
export type WordRange = { readonly from: number; readonly to: number }

/** A rendered line of a diff. A gap replaces omitted unchanged lines. */
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

/** The longest texts whose words are compared, and how many characters are compared in one change. */
const MOST_COMPARED = 2_000
const MOST_COMPARED_IN_ALL = 60_000

/** Maximum differing words before a comparison is abandoned. Its time grows quadratically. */
const MOST_EDITS = 200

/** The lines of a change, numbered on both sides, with the words that changed inside paired lines. */
export function diffLines(hunks: readonly DiffHunk[]): readonly DiffLine[] {
  const budget = { left: MOST_COMPARED_IN_ALL }
  return hunks.flatMap((hunk, index): readonly DiffLine[] => {
    const lines = withWords(numbered(hunk), budget)
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

/** Compares removed lines with the added lines that directly follow them: one to one, or as two texts. */
function withWords(lines: readonly TextLine[], budget: Budget): readonly TextLine[] {
  const marked = [...lines]
  for (let at = 0; at < lines.length; ) {
    const removed = countFrom(lines, at, 'del')
    const added = countFrom(lines, at + removed, 'add')
    const mark = (part: Omit<Pair, 'lines' | 'budget'>) => markTexts({ ...part, lines: marked, budget })
    if (removed !== added) mark({ at, removed, added, apart: removed })
    else
      for (let pair = 0; pair < removed; pair += 1)
        mark({ at: at + pair, removed: 1, added: 1, apart: removed })
    at += Math.max(1, removed + added)
  }
  return marked
}

/** The remaining characters to compare. */
type Budget = { left: number }

/** Some removed lines at `at`, and some added ones that begin `apart` lines later. */
type Pair = {
  readonly lines: TextLine[]
  readonly at: number
  readonly removed: number
  readonly added: number
  readonly apart: number
  readonly budget: Budget
}

/** Marks the words that changed between removed and added lines, within the budget. */
function markTexts({ lines, at, removed, added, apart, budget }: Pair): void {
  const before = lines.slice(at, at + removed)
  const after = lines.slice(at + apart, at + apart + added)
  const [old, fresh] = [textOf(before), textOf(after)]
  const length = old.length + fresh.length
  if (removed === 0 || added === 0 || length > MOST_COMPARED || length > budget.left) return
  budget.left -= length
  const words = changedWords(old, fresh)
  if (words === null) return
  lines.splice(at, removed, ...withRanges(before, words.old))
  lines.splice(at + apart, added, ...withRanges(after, words.new))
}

function textOf(lines: readonly TextLine[]): string {
  return lines.map((line) => line.text).join('\n')
}

/** Gives each line its part of ranges that count through all of them. A line that is new as a whole gets none. */
function withRanges(lines: readonly TextLine[], ranges: readonly WordRange[]): readonly TextLine[] {
  let start = 0
  return lines.map((line) => {
    const from = start
    start += line.text.length + 1
    const words = ranges
      .map((range) => ({
        from: Math.max(range.from - from, 0),
        to: Math.min(range.to - from, line.text.length),
      }))
      .filter((range) => line.text.slice(range.from, Math.max(range.to, range.from)).trim() !== '')
    const left = words.reduceRight(
      (text, range) => text.slice(0, range.from) + text.slice(range.to),
      line.text,
    )
    return { ...line, words: lines.length > 1 && left.trim() === '' ? [] : words }
  })
}

function changedWords(before: string, after: string) {
  const old: WordRange[] = []
  const fresh: WordRange[] = []
  let oldAt = 0
  let newAt = 0
  let same = 0
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS })
  for (const { value, added, removed } of changes ?? []) {
    if (removed) old.push({ from: oldAt, to: oldAt + value.length })
    if (added) fresh.push({ from: newAt, to: newAt + value.length })
    if (!added) oldAt += value.length
    if (!removed) newAt += value.length
    if (!added && !removed) same += value.trim().length
  }
  const shorter = Math.max(Math.min(before.trim().length, after.trim().length), 1)
  const longer = Math.max(before.trim().length, after.trim().length, 1)
  const whole = before.includes('\n') === after.includes('\n') ? longer : shorter
  return same / whole < 1 - MOST_CHANGED ? null : { old: joined(old), new: joined(fresh) }
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

/** The positions of the lines that are drawn beside each other; null for an empty half. */
export type SidePair = { readonly old: number | null; readonly fresh: number | null }

/** Puts removed lines beside the added lines that follow them. An unchanged line is on both sides. */
export function sideBySide(lines: readonly DiffLine[]): readonly SidePair[] {
  const pairs: SidePair[] = []
  for (let at = 0; at < lines.length; ) {
    const removed = countFrom(lines, at, 'del')
    const added = countFrom(lines, at + removed, 'add')
    if (removed + added === 0) {
      pairs.push({ old: at, fresh: at })
      at += 1
      continue
    }
    for (let pair = 0; pair < Math.max(removed, added); pair += 1)
      pairs.push({
        old: pair < removed ? at + pair : null,
        fresh: pair < added ? at + removed + pair : null,
      })
    at += removed + added
  }
  return pairs
}

function countFrom(lines: readonly DiffLine[], at: number, kind: DiffLine['kind']): number {
  let count = 0
  while (lines[at + count]?.kind === kind) count += 1
  return count
}
