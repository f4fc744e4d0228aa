import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSpendPool } from './spend-pool.ts'

const NOTHING = { tokens: 0, micros: 0 }
const amount = (most: number) => fc.record({ tokens: fc.nat(most), micros: fc.nat(most) })
/** A request: what it can use at most, what it uses, and whether it is aborted. It may use more than was granted. */
const request = fc.record({ most: amount(300), used: amount(300), isAborted: fc.boolean() })

it('is never overspent by more than one request, however many run at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 40 }), fc.scheduler(), async (requests, scheduler) => {
      const total = { tokens: 1_000, micros: 800 }
      const pool = createSpendPool(() => total, NOTHING)
      let largest = NOTHING
      const run = async ({ most, used, isAborted }: (typeof requests)[number]) => {
        const hold = await pool.hold(most, new AbortController().signal)
        if (hold === null) return
        await scheduler.schedule(Promise.resolve())
        // A provider never answers with more than it was asked for.
        const real = isAborted
          ? NOTHING
          : { tokens: Math.min(used.tokens, most.tokens), micros: Math.min(used.micros, most.micros) }
        largest = {
          tokens: Math.max(largest.tokens, real.tokens),
          micros: Math.max(largest.micros, real.micros),
        }
        hold.settle(real)
      }
      const all = Promise.all(requests.map(run))
      await scheduler.waitFor(all)
      expect(pool.spent().tokens).toBeLessThanOrEqual(total.tokens + largest.tokens)
      expect(pool.spent().micros).toBeLessThanOrEqual(total.micros + largest.micros)
    }),
  )
})

it('starts no request beside the last one, which may use more than was left', async () => {
  const pool = createSpendPool(() => ({ tokens: null, micros: 10 }), NOTHING)
  const { signal } = new AbortController()
  const first = await pool.hold({ tokens: 0, micros: 8 }, signal)
  const last = await pool.hold({ tokens: 0, micros: 5 }, signal)
  expect(last?.granted.micros).toBe(2)
  const next = pool.hold({ tokens: 0, micros: 4 }, signal)
  first?.settle({ tokens: 0, micros: 7 })
  last?.settle({ tokens: 0, micros: 5 })
  expect(await next).toBeNull()
  expect(pool.spent().micros).toBe(12)
})

it('gives back what an aborted request had set aside', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(amount(100), { minLength: 1, maxLength: 20 }), async (all) => {
      const pool = createSpendPool(() => ({ tokens: 10_000, micros: 10_000 }), NOTHING)
      const { signal } = new AbortController()
      for (const most of all) (await pool.hold(most, signal))?.settle(NOTHING)
      const rest = await pool.hold({ tokens: 10_000, micros: 10_000 }, signal)
      expect(rest?.granted).toEqual({ tokens: 10_000, micros: 10_000 })
    }),
  )
})

it('lets a request wait while others hold the rest, and refuses it once all is spent', async () => {
  const pool = createSpendPool(() => ({ tokens: 100, micros: null }), NOTHING)
  const { signal } = new AbortController()
  const first = await pool.hold({ tokens: 100, micros: 5 }, signal)
  const second = pool.hold({ tokens: 10, micros: 5 }, signal)
  first?.settle({ tokens: 40, micros: 5 })
  expect((await second)?.granted).toEqual({ tokens: 10, micros: 5 })
  const third = await pool.hold({ tokens: 90, micros: 0 }, signal)
  const fourth = pool.hold({ tokens: 1, micros: 0 }, signal)
  third?.settle({ tokens: 60, micros: 0 })
  expect(await fourth).toBeNull()
})

it('stops waiting when the run that waits is stopped, and goes on once the limit is raised', async () => {
  let tokens = 10
  const pool = createSpendPool(() => ({ tokens, micros: null }), { tokens: 4, micros: 0 })
  const { signal } = new AbortController()
  await pool.hold({ tokens: 6, micros: 0 }, signal)
  const stop = new AbortController()
  const waits = pool.hold({ tokens: 1, micros: 0 }, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(waits).rejects.toThrow('stopped')
  tokens = 20
  expect((await pool.hold({ tokens: 30, micros: 0 }, signal))?.granted.tokens).toBe(10)
})
