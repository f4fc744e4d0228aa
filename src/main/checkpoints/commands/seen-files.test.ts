import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filesBetween, isNew, numbersOf, type SeenFile } from './seen-files.ts'

const file = fc.record({
  size: fc.nat(3),
  mtimeMs: fc.nat(3),
  ino: fc.nat(20),
  mode: fc.constantFrom(0o644, 0o755),
  bornMs: fc.nat(3),
})
const files = fc
  .uniqueArray(fc.tuple(fc.stringMatching(/^[a-d](\/[a-d])?$/), file), { selector: ([path]) => path })
  .map((entries) => new Map<string, SeenFile>(entries))

describe('what lies between two looks', () => {
  it('is nothing between a look and itself', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (seen) => {
        expect(await filesBetween(seen, new Map(seen))).toEqual({ added: [], changed: [], removed: [] })
      }),
    )
  })

  it('names every path once, and read backwards swaps what came and what went', async () => {
    await fc.assert(
      fc.asyncProperty(files, files, async (before, after) => {
        const there = await filesBetween(before, after)
        const back = await filesBetween(after, before)
        expect([back.added, back.changed, back.removed]).toEqual([there.removed, there.changed, there.added])
        const named = [...there.added, ...there.changed, ...there.removed]
        expect(new Set(named).size).toBe(named.length)
      }),
    )
  })

  it('leads from one look to the other', async () => {
    await fc.assert(
      fc.asyncProperty(files, files, async (before, after) => {
        const { added, changed, removed } = await filesBetween(before, after)
        const built = new Map(before)
        for (const path of removed) built.delete(path)
        for (const path of [...added, ...changed]) built.set(path, after.get(path) as SeenFile)
        expect([...built.keys()].sort()).toEqual([...after.keys()].sort())
        expect(await filesBetween(built, after)).toEqual({ added: [], changed: [], removed: [] })
      }),
    )
  })
})

describe('a file that was not listed before', () => {
  const one: SeenFile = { size: 1, mtimeMs: 1, ino: 7, mode: 0o644, bornMs: 100 }
  it.each([
    ['was made since', one, [], 100, true],
    ['was moved', one, [one], 5_000, true],
    ['was there, and hidden', one, [{ ...one, ino: 8 }], 5_000, false],
    ['took the number of one that is gone, and was hidden', one, [{ ...one, bornMs: 3 }], 5_000, false],
  ])('%s', async (_, seen, before, startedAt, expected) => {
    const files = new Map(before.map((each, at) => [String(at), each]))
    expect(isNew(seen, await numbersOf(files), startedAt)).toBe(expected)
  })
})
