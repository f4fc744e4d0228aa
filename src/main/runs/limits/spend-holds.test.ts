import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { SpendLimits, SpendState } from '#shared/usage/usage-report.ts'
import { sampleInfo, sampleRequest } from '../../../../test/support/protocols/model-samples.ts'
import type { Model } from '../../models/model.ts'
import { createSpendHolds } from './spend-holds.ts'

const NONE: SpendLimits = { warnPerDay: null, stopPerDay: null, warnPerMonth: null, stopPerMonth: null }
/** A dollar for each thousand tokens of an answer. */
const INFO = sampleInfo({ inputPrice: 0, outputPrice: 1_000 })

/** Everything that is scheduled has its turn. */
const rest = () => new Promise<void>((resolve) => setImmediate(resolve))

function stateOf(limits: Partial<SpendLimits>, stored: Partial<SpendState> = {}): SpendState {
  return {
    limits: { ...NONE, ...limits },
    day: '2026-11-27',
    today: 0,
    month: 0,
    hasUnpriced: false,
    ...stored,
  }
}

function open(limits: Partial<SpendLimits>, stored: Partial<SpendState> = {}) {
  let state = stateOf(limits, stored)
  const projects = new Map<string, SpendState>()
  const read: string[] = []
  const holds = createSpendHolds({
    spent: (id) => (id === null ? state : (projects.get(id) ?? stateOf({}))),
    payerOf: (id) => ({ id: id as string as ProjectId, name: `named ${id}` }),
    ready: async (id) => void read.push(id),
  })
  const begun: ((cost: number) => void)[] = []
  const ended: string[] = []
  const stream: Model['stream'] = async function* () {
    const cost = await new Promise<number>((resolve) => begun.push(resolve))
    yield { t: 'end', stop: 'stop', usage: { input: 1, output: 1, cost: { estimated: cost } } }
  }
  /** Asks for an answer that can cost `most` dollars, for a session of the project of its name. */
  const ask = async (most: number, signal = new AbortController().signal, of: string | null = null) => {
    try {
      for await (const _ of holds.through(INFO, stream)(
        sampleRequest({ reserveOutput: most * 1_000, sessionId: of as SessionId | null }),
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
    read,
    project: (id: string, of: Partial<SpendLimits>, kept: Partial<SpendState> = {}) =>
      void projects.set(id, stateOf(of, kept)),
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

it('holds a request of a project to the limit of that project, and no other', async () => {
  const { ask, sent, answer, ended, project, read } = open({})
  project('one', { stopPerDay: 3 })
  project('two', {})
  const signal = new AbortController().signal
  const all = [ask(2, signal, 'one'), ask(2, signal, 'one'), ask(2, signal, 'two'), ask(2, signal, 'two')]
  await rest()
  expect(sent()).toBe(3)
  expect(read).toContain('one')
  for (const at of [0, 1, 2]) answer(at, 3)
  await Promise.all(all)
  expect(ended.toSorted()).toEqual(['answered', 'answered', 'answered', 'limit.exceeded'])
})

it('names the project whose limit is reached', async () => {
  const { project, ask, ended } = open({ stopPerDay: 100 })
  project('one', { stopPerMonth: 3 }, { month: 3 })
  await ask(1, new AbortController().signal, 'one')
  expect(ended).toEqual(['limit.exceeded'])
})

/** A request: its project, the most it can cost, what it costs, and which open request ends before it is asked. */
const asked = fc.record({
  of: fc.constantFrom('one', 'two', null),
  most: fc.integer({ min: 1, max: 40 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  ends: fc.nat(5),
})

it('never lets parallel requests pass a limit together, and leaves none waiting', async () => {
  const stops = fc.option(fc.integer({ min: 1, max: 60 }), { nil: null })
  const limits = fc.record({ all: stops, one: stops, two: stops })
  await fc.assert(
    fc.asyncProperty(limits, fc.array(asked, { minLength: 1, maxLength: 12 }), async (stop, requests) => {
      const spent = { all: 0, one: 0, two: 0 }
      const stopOf = (scope: keyof typeof spent) => ({ stopPerDay: stop[scope] })
      const holds = createSpendHolds({
        spent: (id) => {
          const scope = (['one', 'two'] as const).find((each) => each === id) ?? 'all'
          return stateOf(stopOf(scope), { today: spent[scope], month: spent[scope] })
        },
        payerOf: (id) => ({ id: id as string as ProjectId, name: id }),
        ready: async () => {},
      })
      const open: { of: 'one' | 'two' | null; most: number; end: () => void }[] = []
      const scopesOf = (of: 'one' | 'two' | null) =>
        of === null ? (['all'] as const) : (['all', of] as const)
      const check = () => {
        for (const scope of ['all', 'one', 'two'] as const) {
          const inScope = open.filter(({ of }) => scope === 'all' || of === scope)
          const most = inScope.reduce((sum, each) => sum + each.most, 0)
          const limit = stop[scope]
          if (limit !== null && inScope.length > 1)
            expect(spent[scope] + most).toBeLessThanOrEqual(limit + 1e-6)
        }
      }
      const one = async ({ of, most, share }: (typeof requests)[number]) => {
        const give = await holds
          .reserve(most * 1_000_000, of as SessionId | null, new AbortController().signal)
          .catch((error: { code?: string }) => {
            expect(error.code).toBe('limit.exceeded')
            return 'refused' as const
          })
        if (give === 'refused') return
        await new Promise<void>((resolve) => {
          open.push({ of, most, end: resolve })
          check()
        })
        const cost = most * share
        give?.([{ input: 0, output: 0, cost: { estimated: cost } }])
        for (const scope of scopesOf(of)) spent[scope] += cost
      }
      const endOne = (at: number) => open.splice(at % Math.max(1, open.length), 1)[0]?.end()
      const all: Promise<void>[] = []
      for (const request of requests) {
        all.push(one(request))
        await rest()
        if (request.ends > 2) endOne(request.ends)
        await rest()
      }
      for (let left = requests.length; left > 0; left -= 1) {
        endOne(0)
        await rest()
      }
      await Promise.all(all)
    }),
    { numRuns: 150 },
  )
})
