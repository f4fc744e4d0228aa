import { expect, it } from 'vitest'
import { addUsage, NO_USAGE } from '../session/usage.ts'
import { costOf, costOfRun } from './cost.ts'

const prices = { big: { inputPrice: 10, outputPrice: 20 }, small: { inputPrice: 1, outputPrice: 2 } }
const pricesOf = (model: string) => (model in prices ? prices[model as keyof typeof prices] : null)
const million = (input: number, output: number) => ({ input: input * 1e6, output: output * 1e6 })

it('counts what came from the cache like fresh input', () => {
  expect(costOf({ ...million(1, 1), cacheRead: 1e6 }, prices.big)).toBe(40)
  expect(costOf(million(1, 1), { inputPrice: null, outputPrice: 1 })).toBeNull()
})

it('charges each answer of a run to who gave it', () => {
  const run = { model: 'big', usage: million(3, 1), childrenUsage: million(1, 0) }
  expect(costOfRun(run, pricesOf)).toBe(60)
  expect(costOfRun({ ...run, usageOfOthers: { small: million(2, 1) } }, pricesOf)).toBe(24)
})

it('does not know the cost of a run in which a price is missing', () => {
  const run = { model: 'gone', usage: million(1, 1), childrenUsage: million(0, 0) }
  expect(costOfRun(run, pricesOf)).toBeNull()
  // A model that is gone and of which nothing was used costs nothing.
  expect(costOfRun({ ...run, usageOfOthers: { small: million(1, 1) } }, pricesOf)).toBe(3)
})

it('keeps the recorded cost of requests, whatever the prices are now', () => {
  const billed = { ...million(1, 1), cost: { billed: 7 } }
  expect(costOf(billed, null)).toBe(7)
  // A request without a recorded cost is priced now.
  const sum = addUsage(billed, million(1, 0))
  expect([costOf(sum, prices.big), costOf(sum, null)]).toEqual([17, null])
  const run = { model: 'big', usage: addUsage(sum, { ...million(1, 1), cost: { estimated: 2 } }) }
  const others = { small: addUsage(million(1, 0), { ...million(1, 1), cost: { estimated: 2 } }) }
  expect(costOfRun({ ...run, childrenUsage: million(0, 0), usageOfOthers: others }, pricesOf)).toBe(10)
})

it('sums billed and estimated amounts apart, with the tokens that have neither', () => {
  const sum = [
    { input: 1, output: 2, cacheRead: 3, cost: { billed: 1, saved: 0.5 } },
    { input: 10, output: 20, cost: { estimated: 2, saved: 0.25 } },
    { input: 100, output: 200, cacheWrite: 50, cacheWrite1h: 20 },
  ].reduce(addUsage, NO_USAGE)
  expect(sum).toEqual({
    input: 111,
    output: 222,
    cacheRead: 3,
    cacheWrite: 50,
    cacheWrite1h: 20,
    cost: {
      billed: 1,
      estimated: 2,
      saved: 0.75,
      unpriced: { input: 100, output: 200, cacheWrite: 50, cacheWrite1h: 20 },
    },
  })
})
