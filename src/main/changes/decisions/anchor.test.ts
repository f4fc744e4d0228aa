import { describe, expect, it } from 'vitest'
import { anchorAt, findAnchor, type HunkAnchor, indexLines, linesOf } from './anchor.ts'

/** A line with an identity, so that the test knows where each line went. */
type Line = { readonly id: number; readonly text: string }
type Chance = (below: number) => number

function chanceFrom(seed: number): Chance {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Lines as code has them: some are unique, many are the same as others. */
const COMMON = ['}\n', '\n', '  }\n', '    return null\n', '  if (value === null) return\n', '})\n', '  )\n']
let nextId = 0
function newLine(chance: Chance, copied?: string): Line {
  nextId += 1
  const text =
    chance(10) < 4 ? (COMMON[chance(COMMON.length)] ?? '\n') : `  const part${chance(4_000)} = read()\n`
  return { id: nextId, text: copied ?? text }
}
const some = (chance: Chance, count: number): Line[] => Array.from({ length: count }, () => newLine(chance))

/** An anchor, the lines it is about, and the lines beside them. */
type Tracked = {
  readonly anchor: HunkAnchor
  readonly ids: readonly number[]
  readonly beside: readonly (number | undefined)[]
}

/** One edit: lines come, go, are replaced, or a block is copied or moved. */
function edited(lines: readonly Line[], at: number, chance: Chance): Line[] {
  const count = 1 + chance(4)
  const kind = chance(10)
  const block = lines.slice(at, at + count)
  const rest = [...lines.slice(0, at), ...lines.slice(at + count)]
  if (kind < 4) return [...lines.slice(0, at), ...some(chance, count), ...lines.slice(at)]
  if (kind < 6) return rest
  if (kind < 8) return [...lines.slice(0, at), ...some(chance, count), ...lines.slice(at + count)]
  const to = chance(rest.length)
  if (kind === 8) return [...rest.slice(0, to), ...block, ...rest.slice(to)]
  const copy = block.map(({ text }) => newLine(chance, text))
  return [...lines.slice(0, to), ...copy, ...lines.slice(to)]
}

const indexOf = (lines: readonly Line[]) => indexLines(lines.map(({ text }) => text))

describe('a decision about lines', () => {
  it('finds its lines after 10,000 random edits, and never moves to others unseen', () => {
    const chance = chanceFrom(20_261_127)
    const tally = { right: 0, lost: 0, shown: 0, wrong: 0, all: 0 }
    const touched = { right: 0, all: 0 }
    for (let round = 0; round < 500; round += 1) {
      let lines = some(chance, 120 + chance(200))
      let tracked: Tracked[] = []
      const idsAt = (start: number, end: number) => ({
        ids: lines.slice(start, end).map(({ id }) => id),
        beside: [lines[start - 1]?.id, lines[end]?.id],
      })
      const begin = (): Tracked => {
        const start = chance(lines.length - 6)
        const end = start + 1 + chance(5)
        return { anchor: anchorAt(indexOf(lines), { old: [], start, end }), ...idsAt(start, end) }
      }
      tracked = Array.from({ length: 8 }, begin)
      for (let edit = 0; edit < 20; edit += 1) {
        // A third of the edits is at or beside a decision.
        const near = tracked[chance(tracked.length)]?.anchor.start ?? 0
        const at = chance(3) === 0 ? Math.max(0, near - 3 + chance(10)) : chance(lines.length)
        lines = edited(lines, Math.min(at, lines.length - 1), chance)
        const index = indexOf(lines)
        const where = new Map(lines.map(({ id }, position) => [id, position]))
        tracked = tracked.map(({ anchor, ids, beside }) => {
          const positions = ids.map((id) => where.get(id))
          const first = positions[0]
          const isWhole =
            first !== undefined && positions.every((position, offset) => position === first + offset)
          const found = findAnchor(index, anchor)
          tally.all += 1
          if (!isWhole) touched.all += 1
          if (found.kind === 'exact') {
            // A line that went may have left an equal one in its place: the words of the decision are all there.
            const own = positions.filter(
              (position) => position !== undefined && position >= found.start && position < found.end,
            )
            const now = idsAt(found.start, found.end)
            const isSame = now.beside.every((id, side) => id === beside[side])
            if (isWhole ? found.start === first : own.length > 0 || isSame) tally.right += 1
            else tally.wrong += 1
            const renewed = anchorAt(index, { old: [], start: found.start, end: found.end })
            return { anchor: renewed, ...now }
          }
          if (found.kind === 'edited') {
            const held = positions.filter((position) => position !== undefined)
            const isInside = held.every((position) => position >= found.start && position < found.end)
            if (isInside && !isWhole) {
              tally.right += 1
              touched.right += 1
            } else tally.shown += 1
          } else tally.lost += 1
          return begin()
        })
      }
    }
    expect(tally.wrong).toBe(0)
    expect(tally.all).toBe(80_000)
    expect(tally.right / tally.all).toBeGreaterThanOrEqual(0.99)
    expect(touched.right / touched.all).toBeGreaterThan(0.5)
  })

  it('is edited where its own lines changed, and lost where two places fit', () => {
    const lines = linesOf('one\ntwo\nthree\nfour\nfive\nsix\nseven\n')
    const anchor = anchorAt(indexLines(lines), { old: ['was\n'], start: 3, end: 4 })
    const place = (text: string) => findAnchor(indexLines(linesOf(text)), anchor)
    expect(place('zero\none\ntwo\nthree\nfour\nfive\nsix\nseven\n')).toEqual({
      kind: 'exact',
      start: 4,
      end: 5,
    })
    expect(place('one\ntwo\nthree\nvier\nfive\nsix\nseven\n')).toEqual({ kind: 'edited', start: 3, end: 4 })
    expect(place('one\ntwo\nthree\nfive\nsix\nseven\n')).toEqual({ kind: 'edited', start: 3, end: 3 })
    const twice = 'one\ntwo\nthree\nfour\nfive\nsix\none\ntwo\nthree\nfour\nfive\nsix\n'
    expect(place(twice)).toEqual({ kind: 'lost' })
    expect(place('nothing of it\n')).toEqual({ kind: 'lost' })
  })

  it('finds a removal between the lines that were around it, and other line ends', () => {
    const anchor = anchorAt(indexLines(linesOf('one\ntwo\nfour\nfive\n')), {
      old: ['three\n'],
      start: 2,
      end: 2,
    })
    const place = (text: string) => findAnchor(indexLines(linesOf(text)), anchor)
    expect(place('zero\none\ntwo\nfour\nfive\n')).toEqual({ kind: 'exact', start: 3, end: 3 })
    expect(place('one\r\ntwo\r\nfour\r\nfive\r\n')).toEqual({ kind: 'exact', start: 2, end: 2 })
    expect(place('one\ntwo\nthree\nfour\nfive\n')).toEqual({ kind: 'edited', start: 2, end: 3 })
  })
})
