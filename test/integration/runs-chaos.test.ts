import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { play } from '../support/chaos/run-chaos.ts'
import { moves, movesAndBranches, movesAndCompactions, scripts } from '../support/rigs/run-moves.ts'

it('loses no word, leaves no call and no run open, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(scripts(), moves(), async (script, all) => {
      const {
        live,
        rebuilt,
        wanted,
        kept,
        stored: _,
        compactions: __,
        numbers,
        windows,
        copies: ___,
        ...rest
      } = await play(script, all)
      expect(kept).toEqual(wanted)
      expect(rest).toEqual({
        offTheBranch: 0,
        openCalls: [],
        problems: [],
        unfinished: 0,
        requests: 0,
        underWay: { inflight: [], tools: [], loading: null },
      })
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(rebuilt).toEqual(live)
      expect(windows).toEqual([rebuilt, rebuilt])
    }),
    { numRuns: 60, interruptAfterTimeLimit: 20_000 },
  )
}, 40_000)

it('loses no word on any branch, whatever is gone back to, sent again or visited', async () => {
  await fc.assert(
    fc.asyncProperty(scripts(), movesAndBranches(), async (script, all) => {
      const { live, rebuilt, wanted, stored, problems, openCalls, unfinished, requests } = await play(
        script,
        all,
      )
      expect(stored).toEqual(wanted)
      expect({ problems, openCalls, unfinished, requests }).toEqual({
        problems: [],
        openCalls: [],
        unfinished: 0,
        requests: 0,
      })
      expect(rebuilt).toEqual(live)
    }),
    { numRuns: 60, interruptAfterTimeLimit: 20_000 },
  )
}, 40_000)

it('loses no word to a summary or in a copy, asks for nothing illegal, and shows two windows the same', async () => {
  let summed = 0
  let copied = 0
  await fc.assert(
    fc.asyncProperty(scripts(), movesAndCompactions(), async (script, all) => {
      const told = await play(script, all)
      summed += told.compactions
      expect(told.stored).toEqual(told.wanted)
      expect(told).toMatchObject({
        problems: [],
        openCalls: [],
        unfinished: 0,
        requests: 0,
        underWay: { inflight: [], tools: [], loading: null },
      })
      expect(told.rebuilt).toEqual(told.live)
      expect(told.windows).toEqual([told.rebuilt, told.rebuilt])
      expect(told.copies.problems).toEqual([])
      copied += told.copies.made
    }),
    { numRuns: 60, interruptAfterTimeLimit: 25_000 },
  )
  expect(summed).toBeGreaterThan(0)
  expect(copied).toBeGreaterThan(0)
}, 50_000)
