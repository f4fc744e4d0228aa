import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContextId, EventId } from '#shared/ids.ts'
import { aheadOf, forkPointsOf, newestLeafOf, type TreeRow } from './fork-points.ts'

const id = (name: string) => `evt_${name}` as EventId
const row = (name: string, parent: string | null, kind = 'message'): TreeRow => ({
  id: id(name),
  parent_id: parent === null ? null : id(parent),
  kind,
  context: null,
})

describe('the tree of a conversation', () => {
  const rows = [
    row('a', null),
    row('b', 'a'),
    row('c', 'b'),
    row('b2', 'a'),
    row('note', 'b2', 'harness.item'),
    row('c2', 'note'),
    row('a2', null),
    row('d', 'c'),
  ]

  it('has a fork where two went on from one place, each with its newest end', () => {
    expect(forkPointsOf(rows, id('note'))).toEqual([
      {
        parentId: null,
        on: null,
        branches: [
          { id: id('a'), leafId: id('d'), messages: 4, shown: true },
          { id: id('a2'), leafId: id('a2'), messages: 1, shown: false },
        ],
      },
      {
        parentId: id('a'),
        on: id('a'),
        branches: [
          { id: id('b'), leafId: id('d'), messages: 3, shown: false },
          { id: id('b2'), leafId: id('c2'), messages: 2, shown: true },
        ],
      },
    ])
  })

  it('says of every fork on which way it lies, however deep', () => {
    const deep = [...rows, row('e', 'c2'), row('e2', 'c2')]
    const forks = forkPointsOf(deep, id('e2'))
    expect(forks.map(({ parentId, on }) => [parentId, on])).toEqual([
      [null, null],
      [id('a'), id('a')],
      [id('c2'), id('b2')],
    ])
    expect(
      forks.flatMap(({ branches }) => branches.filter(({ shown }) => shown).map((way) => way.id)),
    ).toEqual(['a', 'b2', 'e2'].map(id))
  })

  it('goes on at the newest end below an event', () => {
    expect(['a', 'b2', 'd', 'gone'].map((name) => newestLeafOf(rows, id(name)))).toEqual(
      ['d', 'c2', 'd', 'gone'].map(id),
    )
  })

  it('knows what came after a place, by its newest end', () => {
    const compacted = [...rows, row('summary', 'd', 'compact')]
    expect(aheadOf(rows, id('a'))).toEqual({ leafId: id('d'), messages: 3, ways: 2, isSummary: false })
    expect(aheadOf(compacted, id('d'))).toEqual({
      leafId: id('summary'),
      messages: 0,
      ways: 1,
      isSummary: true,
    })
    expect(aheadOf([...compacted, row('e', 'summary')], id('d'))).toMatchObject({
      messages: 1,
      isSummary: false,
    })
    expect(aheadOf(rows, id('d'))).toBeNull()
  })

  it('knows what came after the beginning of one of several histories', () => {
    const [one, two] = ['ctx_00000001', 'ctx_00000002'] as ContextId[]
    const lined = (name: string, line: ContextId | undefined): TreeRow => ({
      ...row(name, null),
      line: line ?? null,
    })
    const begun = [lined('a', one), lined('b', two), row('c', 'b')]
    expect(aheadOf(begun, two ?? id(''))).toMatchObject({ leafId: id('c'), messages: 2, ways: 1 })
  })

  it('finds the same as walking down from every event', () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(parents, (picks) => {
        const tree = picks.map((pick, index) =>
          row(`${index}`, pick % (index + 1) === index ? null : `${pick % (index + 1)}`),
        )
        const isUnder = (below: TreeRow, above: EventId): boolean => {
          for (let at: TreeRow | undefined = below; at !== undefined; ) {
            if (at.id === above) return true
            const up: EventId | null = at.parent_id
            at = tree.find((other) => other.id === up)
          }
          return false
        }
        for (const { id: at } of tree) {
          expect(newestLeafOf(tree, at)).toBe(tree.findLast((below) => isUnder(below, at))?.id)
        }
      }),
    )
  })
})
