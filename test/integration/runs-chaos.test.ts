import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { moves, play, scripts } from '../support/run-chaos.ts'

it('loses no word, leaves no call and no run open, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(scripts(), moves(), async (script, all) => {
      const { live, rebuilt, wanted, kept, numbers, ...rest } = await play(script, all)
      expect(kept).toEqual(wanted)
      expect(rest).toEqual({
        offTheBranch: 0,
        openCalls: [],
        unfinished: 0,
        requests: 0,
        underWay: { inflight: [], tools: [] },
      })
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(rebuilt).toEqual(live)
    }),
    { numRuns: 60, interruptAfterTimeLimit: 20_000 },
  )
}, 40_000)
