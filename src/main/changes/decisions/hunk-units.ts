import type { PatchHunk } from '../../git/parse-patch.ts'
import { plain } from './anchor.ts'

/**
 * A removed line, an added line, or one that replaces the other. `newAt` is the index in the new file: of the added
 * line, or of the line that follows the removed one.
 */
export type Unit = {
  readonly newAt: number
  readonly removed: PlacedLine | null
  readonly added: PlacedLine | null
}

/** A line with its end, and its position in the lines of the hunk. */
type PlacedLine = { readonly text: string; readonly at: number }

/** A row of changed lines without unchanged ones between. `start` and `end` are indexes in the new file. */
export type Region = { readonly start: number; readonly end: number; readonly units: readonly Unit[] }

/**
 * Splits a hunk into its changes. With the lines of the new file, a change among equal lines is moved down as far as it
 * goes: two comparisons of the same lines may place it differently.
 */
export function regionsOf(
  { newStart, lines }: Pick<PatchHunk, 'newStart' | 'lines'>,
  file: readonly string[] | null,
): readonly Region[] {
  const regions: Region[] = []
  // Git names the line before a hunk that holds no line of the new file.
  let newAt = lines.some((line) => line.startsWith(' ') || line.startsWith('+')) ? newStart - 1 : newStart
  let removed: PlacedLine[] = []
  let added: PlacedLine[] = []
  const close = () => {
    if (removed.length + added.length > 0) regions.push(region(newAt, removed, added))
    newAt += added.length
    removed = []
    added = []
  }
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('\\')) continue
    const text = `${line.slice(1)}${lines[at + 1]?.startsWith('\\') === true ? '' : '\n'}`
    if (line.startsWith('-')) {
      if (added.length > 0) close()
      removed.push({ text, at })
    } else if (line.startsWith('+')) added.push({ text, at })
    else {
      close()
      newAt += 1
    }
  }
  close()
  return file === null
    ? regions
    : regions.map((each, at) => movedDown(each, file, regions[at + 1]?.start ?? file.length))
}

/** Moves an insertion or a removal down while the line that follows is the same. It stops before `limit`. */
function movedDown(region: Region, file: readonly string[], limit: number): Region {
  const isInsertion = region.units.every(({ removed }) => removed === null)
  const isRemoval = region.units.every(({ added }) => added === null)
  let by = 0
  if (isInsertion) {
    while (region.end + by < limit && file[region.end + by] === file[region.start + by]) by += 1
    const units = region.units.map((unit) => ({ ...unit, newAt: unit.newAt + by }))
    return by === 0 ? region : { start: region.start + by, end: region.end + by, units }
  }
  if (!isRemoval) return region
  const texts = region.units.map(({ removed }) => plain(removed?.text ?? ''))
  while (region.start + by < limit && file[region.start + by] === texts[0]) {
    texts.push(texts.shift() ?? '')
    by += 1
  }
  const start = region.start + by
  const units = region.units.map(({ removed }, at) => ({
    newAt: start,
    removed: removed === null ? null : { ...removed, text: texts[at] ?? removed.text },
    added: null,
  }))
  return by === 0 ? region : { start, end: start, units }
}

function region(start: number, removed: readonly PlacedLine[], added: readonly PlacedLine[]): Region {
  const count = Math.max(removed.length, added.length)
  const units = Array.from({ length: count }, (_, at) => ({
    newAt: start + Math.min(at, added.length),
    removed: removed[at] ?? null,
    added: added[at] ?? null,
  }))
  return { start, end: start + added.length, units }
}

/** Lines of the new file and the lines they replaced. */
export type Piece = { readonly old: readonly string[]; readonly start: number; readonly end: number }

/** Cuts the chosen lines of a hunk into pieces without a gap. Null chooses all lines. */
export function piecesOf(
  hunk: PatchHunk,
  chosen: ReadonlySet<number> | null,
  file: readonly string[],
): readonly Piece[] {
  return regionsOf(hunk, chosen === null ? file : null).flatMap(({ units }) => {
    const pieces: { old: string[]; start: number; end: number }[] = []
    for (const { newAt, removed, added } of units) {
      const old = removed !== null && (chosen?.has(removed.at) ?? true) ? [removed.text] : []
      const isAdded = added !== null && (chosen?.has(added.at) ?? true)
      if (old.length === 0 && !isAdded) continue
      const last = pieces.at(-1)
      const end = isAdded ? newAt + 1 : newAt
      if (last !== undefined && last.end === newAt) {
        last.old.push(...old)
        last.end = end
      } else pieces.push({ old, start: newAt, end })
    }
    return pieces
  })
}
