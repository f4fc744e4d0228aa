import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import type { ModelListing } from '#shared/model/model.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { changedFiles, spendingOf } from './figures.ts'

const model = (ref: string, inputPrice: number | null, outputPrice: number | null) =>
  ({ ref, inputPrice, outputPrice }) as ModelListing
const run = (ref: string, input: number, output: number, cacheRead = 0) =>
  ({ model: ref, usage: { input, output, cacheRead } }) as RunRecord

it('adds up each run at the price of its own model, with what was read from the cache', () => {
  const models = [model('a/x', 3, 15), model('b/y', 1, 2)]
  expect(spendingOf([run('a/x', 100_000, 10_000), run('b/y', 500_000, 0, 500_000)], models)).toEqual({
    dollars: 0.3 + 0.15 + 1,
    input: 1_100_000,
    output: 10_000,
  })
})

it('says local when nothing has a price, and unknown when a price is missing', () => {
  const models = [model('a/x', 0, 0), model('b/y', null, null)]
  expect(spendingOf([run('a/x', 5, 5)], models).dollars).toBe('local')
  expect(spendingOf([run('a/x', 5, 5), run('b/y', 5, 5)], models).dollars).toBe('unknown')
  expect(spendingOf([run('c/z', 0, 0)], models).dollars).toBe('local')
})

it('adds up the changes to each file', () => {
  const edit = (path: string, added: number, removed: number) =>
    ({
      kind: 'message',
      payload: { message: { tool: { details: { kind: 'edit', path, diff: { added, removed } } } } },
    }) as unknown as DurableEvent
  expect(changedFiles([edit('a.ts', 9, 3), edit('b.ts', 1, 0), edit('a.ts', 1, 1)])).toEqual([
    { path: 'a.ts', added: 10, removed: 4 },
    { path: 'b.ts', added: 1, removed: 0 },
  ])
})
