import { expect, it } from 'vitest'
import { sampleInfo } from '../../../test/support/protocols/model-samples.ts'
import type { TurnSums } from '../log/turn-sums.ts'
import { createFiguresOfProviders } from './figures-of-providers.ts'

const sums = (model: string, more: Partial<TurnSums> = {}): TurnSums => ({
  provider: model.split('/')[0] ?? '',
  model,
  requests: 1,
  failed: 0,
  first_ms: 400,
  rate: 30,
  input: 1_000_000,
  output: 0,
  cache_read: 0,
  cache_write: 0,
  recorded: 0,
  unpriced_input: more.input ?? 1_000_000,
  unpriced_output: more.output ?? 0,
  unpriced_read: 0,
  unpriced_write: 0,
  ...more,
})

function figures(found: readonly TurnSums[], prices: Readonly<Record<string, number>>, days = 7) {
  const asked: number[] = []
  const of = createFiguresOfProviders({
    turnSums: (since) => {
      asked.push(since)
      return found
    },
    catalog: {
      infoOf: (ref) =>
        prices[ref] === undefined ? null : { ...sampleInfo(), inputPrice: prices[ref], outputPrice: 0 },
    },
    clock: { now: () => 1_000_000_000_000 },
  })
  return { list: of(days), asked }
}

it('adds the models of a provider up, each at its own price, the most asked provider first', () => {
  const { list } = figures([sums('a/one'), sums('b/one'), sums('b/two', { requests: 3, failed: 2 })], {
    'a/one': 1,
    'b/one': 2,
    'b/two': 5,
  })
  expect(list.map(({ provider, requests, failed, cost }) => [provider, requests, failed, cost])).toEqual([
    ['b', 4, 2, 7],
    ['a', 1, 0, 1],
  ])
})

it('knows no cost where the price of one model is not known, unless nothing was used', () => {
  const failed = sums('a/gone', { input: 0, failed: 1 })
  expect(figures([sums('a/one'), failed], { 'a/one': 1 }).list[0]?.cost).toBe(1)
  expect(figures([sums('a/one'), sums('a/gone')], { 'a/one': 1 }).list[0]?.cost).toBeNull()
})

it('asks about whole days back from now', () => {
  expect(figures([], {}, 30).asked).toEqual([1_000_000_000_000 - 30 * 86_400_000])
})
