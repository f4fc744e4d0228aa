import { expect, it } from 'vitest'
import type { CacheCheck } from '#shared/session/cache-check.ts'
import type { Usage } from '#shared/session/message.ts'
import { createHistory, testModel } from '../../../../test/support/data/history.ts'
import { cacheLedger, lostToMiss } from './cache-ledger.ts'

/** Prices of a million tokens: a read costs a tenth, a write a quarter more. */
const PRICES = { input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5 }
const infoOf = () => ({ inputPrice: null, outputPrice: null, prices: PRICES })

type Step = { usage: Usage; cache?: CacheCheck; after?: number; compacted?: boolean }

function pathOf(steps: readonly Step[]) {
  const history = createHistory()
  let at = 1_700_000_000_000
  for (const { usage, cache, compacted = false } of steps) {
    const said = history.user('Go on.')
    if (compacted) history.compact('All of it.', said)
    history.message({
      role: 'assistant',
      parts: [{ t: 'text', text: 'Yes.' }],
      model: testModel.ref,
      usage,
      ...(cache === undefined ? {} : { cache }),
    })
  }
  const answers = history.path.filter(
    (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
  )
  for (const [index, event] of answers.entries()) {
    at += steps[index]?.after ?? 60_000
    Object.assign(event, { ts: at })
  }
  return history.path
}

const ledgerOf = (steps: readonly Step[]) => cacheLedger(pathOf(steps), { breaking: null, infoOf })

const FIRST: Step = { usage: { input: 0, output: 10, cacheWrite: 10_000 } }
const same: CacheCheck = { before: 8_000, same: 8_000 }
const row = (step: Step, first = FIRST) => ledgerOf([first, step]).rows[0]

it('lists a hit that was predicted, and begins with the first request', () => {
  const { rows, ...sums } = ledgerOf([
    FIRST,
    {
      usage: { input: 200, output: 10, cacheRead: 10_000, cost: { estimated: 0.005, saved: 0.036 } },
      cache: same,
    },
  ])
  expect(rows.map(({ state, expected, read, lost }) => ({ state, expected, read, lost }))).toEqual([
    { state: 'hit', expected: 10_000, read: 10_000, lost: 0 },
    { state: 'first', expected: null, read: 0, lost: 0 },
  ])
  expect(sums).toEqual({
    requests: 2,
    prompt: 20_200,
    read: 10_000,
    saved: 0.036,
    lost: 0,
    breaking: null,
    broken: 0,
  })
})

it('prices an avoidable miss: the tokens that were paid again, at what a read would have cost less', () => {
  const cache: CacheCheck = { before: 8_000, same: 2_000, difference: { in: 'tools', tool: 'edit' } }
  const missed = row({ usage: { input: 10_200, output: 10, cacheRead: 0 }, cache })
  expect(missed).toMatchObject({ state: 'miss', reason: 'tools', expected: 2_500, avoidable: true })
  expect(missed?.lost).toBeCloseTo((10_000 * (4 - 0.4)) / 1e6, 9)
  const written = row({ usage: { input: 0, output: 1, cacheRead: 2_500, cacheWrite: 7_700 }, cache })
  expect(written).toMatchObject({ state: 'partial', reason: 'tools' })
  expect(written?.lost).toBeCloseTo((7_500 * (5 - 0.4)) / 1e6, 9)
})

it.each([
  ['expired', { cache: same, after: 301_000 }, true],
  ['server', { cache: same }, false],
  [
    'compacted',
    {
      cache: {
        ...same,
        same: 900,
        difference: { in: 'message', index: 0, role: 'user', at: 0, was: 'a', now: 'b' },
      },
      compacted: true,
    },
    false,
  ],
  ['model', { cache: { before: 8_000, same: 0, difference: { in: 'model' } } }, true],
] as const)('names the reason of a miss: %s', (reason, step, avoidable) => {
  const missed = row({ usage: { input: 10_200, output: 1 }, ...step })
  expect(missed).toMatchObject({ state: 'miss', reason, avoidable })
})

it('claims no miss for short, uncompared and deliberately uncached requests', () => {
  expect(row({ usage: { input: 900, output: 1 }, cache: same })).toMatchObject({ state: 'small', lost: 0 })
  expect(row({ usage: { input: 10_200, output: 1 } })).toMatchObject({
    state: 'unknown',
    lost: 0,
    expected: null,
  })
  const broken: CacheCheck = { before: 0, same: 0, broken: true }
  const off: Step = { usage: { input: 10_200, output: 1 }, cache: broken }
  expect(row(off)).toMatchObject({ state: 'off', lost: 0, expected: null })
  // The server still holds the request before it.
  const ledger = ledgerOf([FIRST, off, { usage: { input: 300, output: 1, cacheRead: 10_000 }, cache: same }])
  expect(ledger.rows[0]).toMatchObject({ state: 'hit', expected: 10_000 })
  expect(ledger.broken).toBe(1)
})

it('knows no cost without prices', () => {
  const history = createHistory()
  const answer = (usage: Usage) =>
    history.message({ role: 'assistant', parts: [], model: testModel.ref, usage, cache: same })
  answer({ input: 5_000, output: 1 })
  answer({ input: 5_000, output: 1 })
  const { rows } = cacheLedger(history.path, { breaking: 'always', infoOf: () => null })
  expect(rows[0]).toMatchObject({ state: 'miss', lost: null })
})

it('prices each answer, when it arrives, as the list of the whole branch does', () => {
  const cache: CacheCheck = { before: 8_000, same: 2_000, difference: { in: 'tools', tool: 'edit' } }
  const missed: Step = { usage: { input: 10_200, output: 10, cacheRead: 0 }, cache }
  const steps: Step[] = [
    FIRST,
    missed,
    { usage: { input: 9_000, output: 10 }, cache: { before: 0, same: 0, broken: true } },
    { ...missed, after: 400_000, cache: same },
    { ...missed, compacted: true },
    { usage: { input: 200, output: 10, cacheRead: 10_000 }, cache: same },
  ]
  const path = pathOf(steps)
  const losses = path.flatMap((event, index) => {
    const message = event.kind === 'message' ? event.payload.message : null
    if (message?.role !== 'assistant' || message.usage === undefined) return []
    return lostToMiss(path.slice(0, index), { ...message, usage: message.usage }, { at: event.ts, infoOf })
  })
  expect(losses.filter((lost) => lost > 0)).toHaveLength(3)
  expect(losses.reduce((sum, lost) => sum + lost, 0)).toBeCloseTo(ledgerOf(steps).lost, 9)
})
