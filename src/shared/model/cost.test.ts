import { expect, it } from 'vitest'
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
