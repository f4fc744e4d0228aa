import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import type { ModelListing } from '#shared/model/model.ts'
import { changedFiles, spendingOf } from './session-figures.ts'

const model = (ref: string, inputPrice: number | null, outputPrice: number | null) =>
  ({ ref, inputPrice, outputPrice }) as ModelListing
const used = (input: number, output: number, cacheRead = 0) => ({ input, output, cacheRead })

it('adds up each model at its own price, with what was read from the cache', () => {
  const models = [model('a/x', 3, 15), model('b/y', 1, 2)]
  expect(
    spendingOf({ 'a/x': used(100_000, 10_000), 'b/y': used(500_000, 0, 500_000) }, models, undefined),
  ).toEqual({
    dollars: 0.3 + 0.15 + 1,
    input: 1_100_000,
    output: 10_000,
  })
})

it('says free when nothing has a price, and unknown when a price is missing', () => {
  const models = [model('a/x', 0, 0), model('b/y', null, null)]
  expect(spendingOf({ 'a/x': used(5, 5) }, models, undefined).dollars).toBe('free')
  expect(spendingOf({ 'a/x': used(5, 5), 'b/y': used(5, 5) }, models, undefined).dollars).toBe('unknown')
})

it('says that a plan covers it, unless something was paid', () => {
  const plan = { ...model('openai/x', 0, 0), plan: 'chatgpt' } as const
  const models = [plan, model('a/x', 3, 3), model('b/y', 0, 0)]
  const dollars = (...refs: readonly string[]) =>
    spendingOf(Object.fromEntries(refs.map((ref) => [ref, used(1_000_000, 0)])), models, undefined).dollars
  expect([dollars('openai/x'), dollars('openai/x', 'b/y'), dollars('openai/x', 'a/x')]).toEqual([
    'plan',
    'plan',
    3,
  ])
  expect(spendingOf({}, [], plan).dollars).toBe('plan')
})

it('says what a chat without tokens has cost, and promises no dollars where no price is known', () => {
  const next = (input: number | null) =>
    spendingOf({ 'c/z': used(0, 0) }, [], model('a/x', input, input)).dollars
  expect([next(0), next(3), next(null)]).toEqual(['free', 0, 'unknown'])
  expect(spendingOf({}, [], undefined).dollars).toBe('unknown')
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
