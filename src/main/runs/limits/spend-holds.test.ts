import { expect, it } from 'vitest'
import type { SpendLimits, SpendState } from '#shared/usage/usage-report.ts'
import { sampleInfo, sampleRequest } from '../../../../test/support/protocols/model-samples.ts'
import type { Model } from '../../models/model.ts'
import { createSpendHolds } from './spend-holds.ts'

const NONE: SpendLimits = { warnPerDay: null, stopPerDay: null, warnPerMonth: null, stopPerMonth: null }
/** A dollar for each thousand tokens of an answer. */
const INFO = sampleInfo({ inputPrice: 0, outputPrice: 1_000 })

/** Everything that is scheduled has its turn. */
const rest = () => new Promise<void>((resolve) => setImmediate(resolve))

function open(limits: Partial<SpendLimits>, stored: Partial<SpendState> = {}) {
  let state: SpendState = {
    ...{ limits: { ...NONE, ...limits }, day: '2026-11-27', today: 0, month: 0, hasUnpriced: false },
    ...stored,
  }
  const holds = createSpendHolds({ spent: () => state })
  const begun: ((cost: number) => void)[] = []
  const ended: string[] = []
  const stream: Model['stream'] = async function* () {
    const cost = await new Promise<number>((resolve) => begun.push(resolve))
    yield { t: 'end', stop: 'stop', usage: { input: 1, output: 1, cost: { estimated: cost } } }
  }
  /** Asks for an answer that can cost `most` dollars. */
  const ask = async (most: number, signal = new AbortController().signal) => {
    try {
      for await (const _ of holds.through(INFO, stream)(
        sampleRequest({ reserveOutput: most * 1_000 }),
        signal,
      ));
      ended.push('answered')
    } catch (error) {
      ended.push((error as { code?: string }).code ?? 'aborted')
    }
  }
  return {
    ask,
    ended,
    sent: () => begun.length,
    answer: (at: number, cost: number) => begun[at]?.(cost),
    store: (next: Partial<SpendState>) => {
      state = { ...state, ...next }
    },
  }
}

it('sends no parallel requests that could pass the limit of the day together', async () => {
  const { ask, sent, answer, ended } = open({ stopPerDay: 10 }, { today: 4, month: 4 })
  const all = [ask(2), ask(2), ask(2), ask(2), ask(2)]
  await rest()
  expect(sent()).toBe(3)
  answer(0, 0.5)
  await rest()
  // 5.5 are left, of which 4 are reserved.
  expect(sent()).toBe(3)
  answer(1, 1)
  await rest()
  expect(sent()).toBe(4)
  for (const at of [2, 3]) answer(at, 2)
  await rest()
  answer(4, 0.1)
  await Promise.all(all)
  expect(ended).toEqual(['answered', 'answered', 'answered', 'answered', 'answered'])
})

it('refuses a request once answers that are not stored yet have used the limit up', async () => {
  const { ask, answer, ended } = open({ stopPerDay: 10 }, { today: 9, month: 9 })
  const first = ask(1)
  await rest()
  const second = ask(1)
  await rest()
  answer(0, 1)
  await Promise.all([first, second])
  expect(ended).toEqual(['answered', 'limit.exceeded'])
})

it('counts an answer once when its turn is stored', async () => {
  const { ask, answer, ended, sent, store } = open({ stopPerDay: 10 }, { today: 4, month: 4 })
  const first = ask(5)
  await rest()
  answer(0, 5)
  await first
  store({ today: 9, month: 9 })
  const second = ask(1)
  await rest()
  expect(sent()).toBe(2)
  answer(1, 0.5)
  await second
  expect(ended).toEqual(['answered', 'answered'])
})

it('sends a single request that may pass the limit, which only the limit itself forbids', async () => {
  const { ask, answer, ended } = open({ stopPerMonth: 10 }, { today: 0, month: 9 })
  const only = ask(5)
  await rest()
  answer(0, 3)
  await only
  await ask(5)
  expect(ended).toEqual(['answered', 'limit.exceeded'])
})

it('stops waiting with its signal, and reserves nothing', async () => {
  const { ask, sent, answer, ended } = open({ stopPerDay: 10 })
  const ending = new AbortController()
  const first = ask(10)
  await rest()
  const second = ask(10, ending.signal)
  await rest()
  ending.abort(new Error('stopped'))
  await second
  answer(0, 1)
  await first
  const third = ask(9)
  await rest()
  expect(sent()).toBe(2)
  answer(1, 1)
  await third
  expect(ended).toEqual(['aborted', 'answered', 'answered'])
})

it('holds nothing up without a stop limit', async () => {
  const { ask, sent, answer } = open({ warnPerDay: 1 }, { today: 50, month: 50 })
  const all = [ask(100), ask(100)]
  await rest()
  expect(sent()).toBe(2)
  for (const at of [0, 1]) answer(at, 1)
  await Promise.all(all)
})
