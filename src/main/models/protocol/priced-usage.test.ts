import { expect, it } from 'vitest'
import { pricedUsage } from './priced-usage.ts'

const usage = { input: 1_000_000, output: 1_000_000, cacheRead: 1_000_000 }
const prices = { input: 3, output: 15, cacheRead: 0.3 }

it('estimates by the prices of the model where the provider bills nothing', () => {
  const priced = pricedUsage(usage, { inputPrice: 3, outputPrice: 15, prices })
  expect(priced).toEqual({ ...usage, cost: { estimated: 18.3, saved: 2.7 } })
})

it('keeps the amount of the provider and no estimate beside it', () => {
  const billed = { ...usage, cost: { billed: 20 } }
  const priced = pricedUsage(billed, { inputPrice: 3, outputPrice: 15, prices })
  expect(priced.cost).toEqual({ billed: 20, saved: 2.7 })
})

it('leaves the cost unknown where nobody knows a price', () => {
  expect(pricedUsage(usage, { inputPrice: null, outputPrice: 15 })).toEqual(usage)
  expect(pricedUsage(usage, { inputPrice: 0, outputPrice: 0 }).cost).toEqual({ estimated: 0 })
})
