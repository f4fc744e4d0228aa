import type { Splice } from './carried-change.ts'
import { carryOver } from './carry-over.ts'
import { missing, refusalOf } from './edit-refusals.ts'
import { createPassageFinder, isLongEnough, type Passage, type PassageFinder } from './find-passages.ts'
import { lineEndings } from './line-endings.ts'
import { finished, occurrences, type Steps } from './search-text.ts'
import { readingsOf } from './text-readings.ts'
import { breaksIn, canonical, gapBefore, indentOf, type TokenText, tokenText } from './text-tokens.ts'

/** The passage to look for and its replacement, as the model wrote them. Line endings do not matter. */
export type Replacement = { readonly oldText: string; readonly newText: string; readonly all: boolean }

/**
 * The changed text. `read` are the two texts as they were read; `note` says what was made up for, when old_text was
 * not in the file to the letter.
 */
export type ReplacedText = {
  readonly ok: true
  readonly text: string
  readonly count: number
  readonly read: { readonly oldText: string; readonly newText: string }
  readonly note: string | null
}
export type Replaced = ReplacedText | { readonly ok: false; readonly problem: string }

/** Longer texts have to match exactly, so that no edit takes longer than the window can wait. */
const MOST_CARRIED = 100_000
/** Maximum places searched and named when only one is allowed. */
const MOST_NAMED = 6
const MOST_PLACES = 10_000

/**
 * Replaces a passage of a text. A passage that matches exactly is replaced by the new text. Otherwise a passage with
 * the same words and signs in exactly one place gets the difference between the two texts of the model, so that
 * nothing changes but what the model changed. Line endings of the file are kept.
 */
export function replaceText(original: string, replacement: Replacement): Replaced {
  return finished(replaceSteps(original, replacement))
}

/** Does the same in short steps, for large files. */
export function* replaceSteps(original: string, { oldText, newText, all }: Replacement): Steps<Replaced> {
  const [oldPlain, newPlain] = [unified(oldText), unified(newText)]
  if (oldPlain === '') return refused('old_text is empty. To create a file or fill an empty one, use write.')
  if (oldPlain === newPlain) return refused('old_text and new_text are the same, so nothing would change.')
  const plain = unified(original)
  const scene: Scene = { plain, finder: createPassageFinder(plain), all }
  const exact = yield* exactly(scene, oldPlain, newPlain)
  const found = exact ?? (yield* loosely(scene, oldPlain, newPlain))
  if (!found.ok) return refused(found.problem)
  return {
    ok: true,
    text: lineEndings(original).apply(found.splices),
    count: found.count,
    note: found.note,
    read: found.read,
  }
}

type Scene = { readonly plain: string; readonly finder: PassageFinder; readonly all: boolean }
type Found =
  | {
      readonly ok: true
      readonly splices: readonly Splice[]
      readonly count: number
      readonly read: { readonly oldText: string; readonly newText: string }
      readonly note: string | null
    }
  | { readonly ok: false; readonly problem: string }

/** Finds the text as it is. Null when it is not there. */
function* exactly({ plain, all }: Scene, oldText: string, newText: string): Steps<Found | null> {
  const starts = yield* occurrences(plain, oldText)
  if (starts.length === 0) return null
  if (starts.length > 1 && !all) return { ok: false, problem: refusalOf.ambiguous(plain, starts) }
  const splices = starts.map((from) => ({ from, to: from + oldText.length, put: newText }))
  return { ok: true, splices, count: starts.length, note: null, read: { oldText, newText } }
}

/** Finds the text by its words and signs, as it is or read in another way. */
function* loosely(scene: Scene, oldText: string, newText: string): Steps<Found> {
  if (oldText.length + newText.length > MOST_CARRIED) return { ok: false, problem: refusalOf.tooLong }
  const asIs = yield* carried(scene, oldText, newText)
  if (asIs !== null) return asIs
  let found: Found | null = null
  for (const reading of readingsOf(oldText, newText)) {
    const note = `old_text and new_text were read without ${reading.without}`
    const next =
      (yield* exactly(scene, reading.oldText, reading.newText)) ??
      (yield* carried(scene, reading.oldText, reading.newText))
    if (next === null) continue
    if (reading.oldText === reading.newText)
      return { ok: false, problem: refusalOf.sameWithout(reading.without) }
    if (!next.ok) {
      found ??= next
      continue
    }
    if (found?.ok && JSON.stringify(found.splices) !== JSON.stringify(next.splices)) {
      return { ok: false, problem: refusalOf.twoReadings }
    }
    found = { ...next, note: next.note === null ? note : `${note}; ${next.note}` }
  }
  return found ?? { ok: false, problem: yield* missing(scene, oldText, newText) }
}

/** Carries the change over to passages with the tokens of the old text. Null when there is none. */
function* carried({ plain, finder, all }: Scene, oldText: string, newText: string): Steps<Found | null> {
  if (!isLongEnough(tokenText(oldText.slice(0, 2_000)))) return null
  const old = tokenText(oldText)
  const passages = yield* finder.find(old, all ? MOST_PLACES : MOST_NAMED, { apart: all })
  const [only] = passages
  if (only === undefined) return null
  const starts = passages.map(({ start }) => start)
  if (passages.length > 1 && !all)
    return { ok: false, problem: refusalOf.ambiguousWords(plain, starts, MOST_NAMED) }
  const fresh = tokenText(newText)
  if (sameTokens(old, fresh)) {
    const state = emptyLinesOf(plain, only, old, fresh)
    if (state === 'done') return { ok: false, problem: refusalOf.alreadyThere(plain, only.start) }
    if (state === null || passages.length > 1) return { ok: false, problem: refusalOf.onlySpace(plain, only) }
  }
  const done = sameTokens(old, fresh) ? null : yield* placeOfNew(finder, fresh, passages)
  if (done !== null) return { ok: false, problem: refusalOf.alreadyThere(plain, done.start) }
  const splices: Splice[] = []
  for (const passage of passages) {
    const change = carryOver({ file: plain, passage, old, fresh })
    if (change === null) return { ok: false, problem: refusalOf.unknownIndent(plain, passage) }
    splices.push(...change)
  }
  if (splices.length === 0) return { ok: false, problem: refusalOf.alreadyThere(plain, only.start) }
  return {
    ok: true,
    splices,
    count: passages.length,
    note: differenceNote(plain, passages, old),
    read: { oldText, newText },
  }
}

function sameTokens(a: TokenText, b: TokenText): boolean {
  return a.tokens.length === b.tokens.length && a.tokens.every(({ key }, at) => key === b.tokens[at]?.key)
}

/**
 * Compares two texts that differ only in empty lines with the file: it is as the old text there ('open'), or as the
 * new one ('done'). Null where other white space differs, too.
 */
function emptyLinesOf(
  plain: string,
  passage: Passage,
  old: TokenText,
  fresh: TokenText,
): 'open' | 'done' | null {
  const states = new Set<'open' | 'done'>()
  const file = { text: plain, tokens: passage.tokens }
  for (let at = 1; at < old.tokens.length; at += 1) {
    const [was, next] = [gapBefore(old, at), gapBefore(fresh, at)]
    if (was === next) continue
    const [breaks, more] = [breaksIn(was), breaksIn(next)]
    if (breaks === more || breaks === 0 || more === 0 || indentOf(was) !== indentOf(next)) return null
    const now = breaksIn(gapBefore(file, at))
    if (now !== breaks && now !== more) return null
    states.add(now === breaks ? 'open' : 'done')
  }
  const [state] = states
  return states.size === 1 && state !== undefined ? state : null
}

/** Finds a place that has the new text around one of the passages: the change was made before. */
function* placeOfNew(
  finder: PassageFinder,
  fresh: TokenText,
  passages: readonly Passage[],
): Steps<Passage | null> {
  for (const place of yield* finder.find(fresh, MOST_PLACES, { apart: false })) {
    if (passages.some(({ start, end }) => place.start <= start && end <= place.end)) return place
  }
  return null
}

/** Returns the note on how the model's text differed from the file. */
function differenceNote(plain: string, passages: readonly Passage[], old: TokenText): string {
  const spelled = passages.some(({ tokens }) => {
    return tokens.some(({ start, end }, at) => {
      const token = old.tokens[at]
      return plain.slice(start, end) !== old.text.slice(token?.start, token?.end)
    })
  })
  const spaced = passages.some(({ start, end }) => {
    return canonical(plain.slice(start, end)) !== canonical(old.text).trim()
  })
  const what = [...(spaced ? ['white space'] : []), ...(spelled ? ['quotes, dashes or accents'] : [])]
  return `your old_text differed in ${what.join(' and ')}; the file's own was kept`
}

function refused(problem: string): Replaced {
  return { ok: false, problem }
}

function unified(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
