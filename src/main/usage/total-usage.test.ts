import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { createTotalUsage } from './total-usage.ts'

const MINUTE = 60_000
const PRICED = { cost: { input: 1, output: 1 } } as unknown as ModelInfo

/** Logs with the minutes their runs took; each has read a million tokens. */
function open(
  minutes: Readonly<Record<string, readonly number[]>>,
  below: Readonly<Record<string, string[]>>,
) {
  const folds = (id: SessionId) => ({
    session: { usage: { 'test/model': { input: 1_000_000, output: 0 } } },
    runs: (minutes[id] ?? []).map((took) => ({
      createdAt: 0,
      startedAt: 0,
      endedAt: took * MINUTE,
      llmMs: 0,
      toolMs: 0,
    })),
  })
  return createTotalUsage({
    log: { folds: folds as never },
    childrenOf: (id) => (below[id] ?? []) as SessionId[],
    catalog: { infoOf: () => PRICED },
    clock: { now: () => 100 * MINUTE },
    openUse: { in: () => [] },
  })
}

it('counts the time of the same runs as the cost: of all that work below, over all their runs', () => {
  const useOf = open({ top: [10, 2], low: [3], lowest: [4] }, { top: ['low'], low: ['lowest'] })
  expect(useOf(['top' as SessionId])).toMatchObject({ tokens: 3_000_000, minutes: 19 })
  expect(useOf(['low' as SessionId])).toMatchObject({ tokens: 2_000_000, minutes: 7 })
})

it('counts nobody twice who works for two of them', () => {
  const useOf = open({ mira: [1], bo: [1], shared: [5] }, { mira: ['shared'], bo: ['shared'] })
  expect(useOf(['mira', 'bo'] as SessionId[])).toMatchObject({ minutes: 7 })
})
