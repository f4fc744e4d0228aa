/**
 * A change a person decided about, known by its content. Lines keep their ends. `before` and `after` are the nearest
 * lines around the change, with a mark for the start and the end of the file.
 */
export type HunkAnchor = {
  /** The lines that the change replaced. */
  readonly old: readonly string[]
  /** The lines of the change as the file holds them; none for a removal. */
  readonly text: readonly string[]
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** The index of the first line of `text`, counted from 0. */
  readonly start: number
  /** The number of lines of the file when it was anchored last. */
  readonly length: number
  /** Places with the same text, and how many of those have the same lines around them. */
  readonly same: number
  readonly twins: number
  /** The position among the twins, counted from 0. */
  readonly nth: number
}

/** The lines of a change in the present file. `edited`: the lines around it are there, its own lines are others. */
export type Place =
  | { readonly kind: 'exact' | 'edited'; readonly start: number; readonly end: number }
  | { readonly kind: 'lost' }

/** Lines around a change that are stored. */
const CONTEXT = 3
/** Lines that may have come into an edited change. */
const MOST_GROWN = 400
/** Places with the same line that are compared. */
const MOST_PLACES = 5_000
const START = '\u0000start'
const END = '\u0000end'

/** The lines of a file, with the places of each line. */
export type LineIndex = {
  readonly lines: readonly string[]
  readonly places: ReadonlyMap<string, readonly number[]>
}

/** Splits a text into lines with their ends. */
export const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Returns a line without a carriage return, so that other line ends do not hide a change. */
export const plain = (line: string): string => (line.endsWith('\r\n') ? `${line.slice(0, -2)}\n` : line)

/** Finds the places of each line of a file, once for all its changes. */
export function indexLines(lines: readonly string[]): LineIndex {
  const places = new Map<string, number[]>()
  const known = lines.map(plain)
  for (const [at, line] of known.entries()) {
    const found = places.get(line)
    if (found === undefined) places.set(line, [at])
    else found.push(at)
  }
  places.set(START, [-1])
  places.set(END, [lines.length])
  return { lines: known, places }
}

/** Describes the lines from `start` to `end` of a file, so that they are found again after other edits. */
export function anchorAt(
  index: LineIndex,
  { old, start, end }: { readonly old: readonly string[]; readonly start: number; readonly end: number },
): HunkAnchor {
  const text = index.lines.slice(start, end)
  const before: string[] = []
  for (let at = start - 1; at >= -1 && before.length < CONTEXT; at -= 1) before.unshift(lineAt(index, at))
  const after: string[] = []
  for (let at = end; at <= index.lines.length && after.length < CONTEXT; at += 1)
    after.push(lineAt(index, at))
  const found = textPlaces(index, { text, before, after })
  const twins = found.filter((at) =>
    isWhole(contextAt(index, { text, before, after }, at), { before, after }),
  )
  return {
    old,
    text,
    before,
    after,
    start,
    length: index.lines.length,
    same: found.length,
    twins: twins.length,
    nth: Math.max(0, twins.indexOf(start)),
  }
}

/**
 * Finds a change in the present lines of a file. It is `lost` where two places fit equally well: a decision is never
 * moved to lines that it may not be about.
 */
export function findAnchor(index: LineIndex, anchor: HunkAnchor): Place {
  const places = textPlaces(index, anchor)
  const best = chooseExact(index, anchor, places)
  if (best === 'several') return { kind: 'lost' }
  if (best !== null) return { kind: 'exact', start: best, end: best + anchor.text.length }
  return findEdited(index, anchor)
}

type Content = Pick<HunkAnchor, 'text' | 'before' | 'after'>

function lineAt({ lines }: LineIndex, at: number): string {
  if (at === -1) return START
  return at === lines.length ? END : (lines[at] ?? '\u0000')
}

/** The first lines of all places with the text. A removal is between the lines that were around it. */
function textPlaces(index: LineIndex, { text, before, after }: Content): readonly number[] {
  if (text.length === 0) {
    const [above = START, below = END] = [before.at(-1), after[0]]
    return placesOf(index, below).filter((at) => lineAt(index, at - 1) === above)
  }
  let rarest = 0
  let fewest = Number.POSITIVE_INFINITY
  for (const [offset, line] of text.entries()) {
    const count = index.places.get(line)?.length ?? 0
    if (count === 0) return []
    if (count < fewest) [rarest, fewest] = [offset, count]
  }
  return placesOf(index, text[rarest] ?? '')
    .map((at) => at - rarest)
    .filter((at) => at >= 0 && text.every((line, offset) => index.lines[at + offset] === line))
}

const placesOf = ({ places }: LineIndex, line: string): readonly number[] =>
  (places.get(line) ?? []).slice(0, MOST_PLACES)

/** The number of lines that fit without a gap, above and below a place. */
function contextAt(index: LineIndex, { text, before, after }: Content, at: number) {
  let above = 0
  while (above < before.length && before.at(-1 - above) === lineAt(index, at - 1 - above)) above += 1
  let below = 0
  const end = at + text.length
  while (below < after.length && after[below] === lineAt(index, end + below)) below += 1
  return { above, below }
}

type Fit = ReturnType<typeof contextAt>

const isWhole = ({ above, below }: Fit, { before, after }: Pick<HunkAnchor, 'before' | 'after'>): boolean =>
  above === before.length && below === after.length

function chooseExact(
  index: LineIndex,
  anchor: HunkAnchor,
  places: readonly number[],
): number | 'several' | null {
  const fits = places.map((at) => ({ at, fit: contextAt(index, anchor, at) }))
  const whole = fits.filter(({ fit }) => isWhole(fit, anchor))
  if (whole.length > 0) {
    const chosen = whole.length === anchor.twins ? whole[anchor.nth] : undefined
    if (chosen !== undefined && !hasRival(index, anchor, fits, chosen.at)) return chosen.at
    // A twin has come or gone, and the file does not show which one.
    return 'several'
  }
  if (anchor.twins > 1) return fits.length === 0 ? null : 'several'
  const near = fits.filter(({ at, fit }) => isNear(index, anchor, at, fit))
  const [only] = near
  if (only === undefined) return null
  return near.length > 1 || hasRival(index, anchor, fits, only.at) ? 'several' : only.at
}

/** Whether edits above a change could have moved it to a place. */
function isExpected({ lines }: LineIndex, { start, length }: HunkAnchor, at: number): boolean {
  const moved = lines.length - length
  return at >= Math.min(start, start + moved) && at <= Math.max(start, start + moved)
}

/**
 * Whether the text came to a second place that may be the true one: there are more such places than before, and at one
 * of them all lines of one side fit. A block that is copied beside itself looks like this.
 */
function hasRival(
  index: LineIndex,
  anchor: HunkAnchor,
  fits: readonly { readonly at: number; readonly fit: Fit }[],
  chosen: number,
): boolean {
  if (fits.length <= anchor.same) return false
  return fits.some(
    ({ at, fit }) => at !== chosen && isExpected(index, anchor, at) && isWholeOnOneSide(fit, anchor),
  )
}

const isWholeOnOneSide = ({ above, below }: Fit, { before, after }: HunkAnchor): boolean =>
  above === before.length || below === after.length

/**
 * Whether a place without all the lines around it is good enough: its text is the only one of its kind, or the place is
 * where edits above it would have moved it.
 */
function isNear(index: LineIndex, anchor: HunkAnchor, at: number, fit: Fit): boolean {
  const { above, below } = fit
  const isBetween = above > 0 && below > 0
  const isOnly = anchor.same === 1 && anchor.text.some((line) => /\w{3}/.test(line))
  if (isOnly && (isBetween || isWholeOnOneSide(fit, anchor))) return true
  // A line that the file holds once cannot be a copy.
  const hasUnique = anchor.text.some((line) => index.places.get(line)?.length === 1)
  if (isOnly && hasUnique && isExpected(index, anchor, at)) return true
  return isExpected(index, anchor, at) && isBetween && above + below >= CONTEXT
}

/**
 * Finds the place between the lines that were around a change, where its own lines are others. An edit may have taken
 * the nearest of those lines as well; then the farther ones bound the place.
 */
function findEdited(index: LineIndex, anchor: HunkAnchor): Place {
  if (anchor.twins > 1) return { kind: 'lost' }
  for (let lacking = 0; lacking < CONTEXT; lacking += 1) {
    for (let above = 0; above <= lacking; above += 1) {
      const found = between(index, anchor, { above, below: lacking - above })
      if (found === 'several') return { kind: 'lost' }
      if (found !== null) return { kind: 'edited', ...found }
    }
  }
  return { kind: 'lost' }
}

type Span = { readonly start: number; readonly end: number }

/** The only place between the lines around a change, without the nearest `above` and `below` of them. */
function between(
  index: LineIndex,
  { text, before, after, start: was, length }: HunkAnchor,
  { above, below }: Fit,
): Span | 'several' | null {
  const top = before.slice(0, before.length - above)
  const bottom = after.slice(below)
  if (top.length === 0 || bottom.length === 0) return null
  const tops = blockPlaces(index, top, top.length - 1).map((at) => at + 1)
  const bottoms = blockPlaces(index, bottom, 0)
  const spans = tops.flatMap((start): Span[] => {
    const end = bottoms.find((at) => at >= start)
    return end === undefined || end - start > text.length + MOST_GROWN ? [] : [{ start, end }]
  })
  if (spans.length <= 1) return spans[0] ?? null
  const moved = index.lines.length - length
  const expected = spans.filter(
    ({ start }) => start + above >= was + Math.min(0, moved) && start <= was + Math.max(0, moved),
  )
  return expected.length === 1 ? (expected[0] ?? null) : 'several'
}

/** The places of a block of lines, by its line `pivot`. */
function blockPlaces(index: LineIndex, block: readonly string[], pivot: number): readonly number[] {
  return placesOf(index, block[pivot] ?? '').filter((at) =>
    block.every((line, offset) => lineAt(index, at - pivot + offset) === line),
  )
}
