import fc from 'fast-check'
import { expect, it } from 'vitest'
import { graphOf } from './commit-graph.ts'

const commit = (id: string, ...parents: string[]) => ({ id, parents })

it('draws one line of commits in one lane', () => {
  expect(graphOf([commit('b', 'a'), commit('a')])).toEqual([
    { lane: 0, lanes: 1, lines: [{ top: null, bottom: 0 }] },
    { lane: 0, lanes: 1, lines: [{ top: 0, bottom: null }] },
  ])
})

it('gives the second parent of a merge a lane, until both lines meet', () => {
  const rows = graphOf([commit('m', 'a', 'b'), commit('b', 'base'), commit('a', 'base'), commit('base')])
  expect(rows.map(({ lane }) => lane)).toEqual([0, 1, 0, 1])
  expect(rows[0]?.lines).toEqual([
    { top: null, bottom: 0 },
    { top: null, bottom: 1 },
  ])
  expect(rows[2]?.lines).toEqual([
    { top: 0, bottom: null },
    { top: 1, bottom: 1 },
    { top: null, bottom: 1 },
  ])
})

it('lets every line end at a lane that the next row begins with', () => {
  const history = fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }), { maxLength: 30 })
  fc.assert(
    fc.property(history, (steps) => {
      const commits = steps.map((ahead, at) => {
        const parents = [...new Set(ahead.map((step) => String(at + step)))]
        return commit(String(at), ...parents)
      })
      const rows = graphOf(commits)
      for (const [at, row] of rows.entries()) {
        const next = rows[at + 1]
        const bottoms = new Set(row.lines.flatMap(({ bottom }) => (bottom === null ? [] : [bottom])))
        const tops = new Set(next?.lines.flatMap(({ top }) => (top === null ? [] : [top])))
        expect([...bottoms].every((lane) => lane >= 0 && lane < row.lanes)).toBe(true)
        if (next !== undefined) expect(tops).toEqual(bottoms)
      }
    }),
  )
})
