import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { textOf } from '#shared/session/message-words.ts'
import { call, createHistory, type History, runId, testModel } from '../../../../test/support/data/history.ts'
import { createInjectionRegistry } from '../branch/injections.ts'
import { wireProblem } from '../branch/legality.ts'
import { expectedGrowth } from '../budget/compaction-growth.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { DEFAULT_POLICY } from '../budget/policy.ts'
import { buildRequest } from '../request/build-request.ts'
import { BUILTIN_INJECTIONS } from '../updates/builtin-injections.ts'
import {
  type CompactionNeed,
  type CompactionPlan,
  isFromPerson,
  planCompaction,
  wordsOf,
} from './compaction-plan.ts'
import { composeSummary, digestOf } from './compaction-summary.ts'

const count = createTokenCounter()
const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
const USABLE = 4_000

const plan = (path: readonly DurableEvent[], need: CompactionNeed = 'asked', usable = USABLE) =>
  planCompaction(path, { usable, need, count })
const words = (events: readonly DurableEvent[] | undefined) => (events ?? []).map(wordsOf)
const long = (word: string, times = 200) => `${word} `.repeat(times).trim()

function chatOf(exchanges: number): History {
  const history = createHistory()
  for (let index = 1; index <= exchanges; index += 1) {
    history.user(`Question ${index}`)
    history.answer(long(`answer${index}`))
  }
  return history
}

describe('what of a conversation is summarised', () => {
  it('is everything but the newest message and what followed, and a fifth of the window', () => {
    const { path } = chatOf(12)
    const planned = plan(path)
    const kept = count.message({ role: 'user', parts: [{ t: 'text', text: words(planned?.kept).join(' ') }] })
    expect(words(planned?.kept).slice(-2)).toEqual(['Question 12', long('answer12')])
    expect(kept).toBeLessThanOrEqual(0.2 * USABLE)
    expect([...(planned?.older ?? []), ...(planned?.kept ?? [])]).toEqual(path)
    expect(planned?.through).toBe(planned?.older.at(-1)?.id)
    expect(planned?.asked).toBeNull()
  })

  it('is nothing when the chat is short', () => {
    const history = createHistory()
    history.user('Hello')
    history.answer('Hello.')
    expect(plan(history.path)).toBeNull()
    expect(plan([])).toBeNull()
  })

  it('begins behind the mark of the compaction before, whose summary goes along', () => {
    const history = chatOf(6)
    const mark = history.path[7]
    if (mark === undefined) throw new Error('no mark')
    history.compact('What was before.', mark.id)
    for (let index = 7; index <= 12; index += 1) {
      history.user(`Question ${index}`)
      history.answer(long(`answer${index}`))
    }
    const planned = plan(history.path)
    expect(planned?.earlier).toBe('What was before.')
    expect(words(planned?.older)[0]).toBe('Question 5')
    expect(planned?.older.some((event) => event.kind === 'compact')).toBe(false)
  })

  it('cuts inside the newest exchange when that fills the window, and hands on what was asked', () => {
    const history = createHistory()
    history.user('Rewrite the parser')
    for (let index = 0; index < 30; index += 1) {
      history.answer(`step ${index}`, call(`c${index}`))
      history.result(`c${index}`, long('line', 100))
    }
    history.item({ kind: 'steer', origin: 'user', content: 'Keep the tests' })
    const planned = plan(history.path)
    expect(planned?.asked).toBe('Rewrite the parser')
    expect(words(planned?.kept).at(-1)).toBe('Keep the tests')

    history.compact(
      composeSummary('Half done.', planned as CompactionPlan, count.text),
      planned?.through as never,
    )
    for (let index = 30; index < 60; index += 1) {
      history.answer(`step ${index}`, call(`c${index}`))
      history.result(`c${index}`, long('line', 100))
    }
    expect(plan(history.path)?.asked).toBe('Rewrite the parser\n\nKeep the tests')
  })

  it('keeps less for a model that takes less than was thought', () => {
    const history = createHistory()
    history.user('Go')
    for (let index = 0; index < 8; index += 1) {
      history.answer(`step ${index}`, call(`c${index}`))
      history.result(`c${index}`, long('line', 60))
    }
    expect(plan(history.path, 'ahead', 200_000)).toBeNull()
    expect(plan(history.path, 'squeeze', 200_000)?.kept.length).toBeLessThan(8)
  })

  it('leaves a chat alone of which a compaction ahead of time would free little', () => {
    expect(plan(chatOf(6).path, 'ahead', 100_000)).toBeNull()
    expect(plan(chatOf(6).path, 'asked', 100_000)).not.toBeNull()
  })
})

describe('the growth that is expected', () => {
  it('is the mean of the newest turns with what their tools answered', () => {
    const history = createHistory()
    history.user('Go')
    expect(expectedGrowth(history.path, count, 10_000)).toBe(0)
    history.answer('a', call('a'))
    history.result('a', long('line', 500))
    expect(expectedGrowth(history.path, count, 10_000)).toBe(0)
    history.answer('b', call('b'))
    history.result('b', long('line', 500))
    const turn = history.path.slice(-2)
    const tokens = turn.reduce(
      (sum, event) => sum + (event.kind === 'message' ? count.message(event.payload.message) : 0),
      0,
    )
    expect(expectedGrowth(history.path, count, 10_000)).toBe(tokens)
  })
})

const callId = fc.constantFrom('a', 'b', 'c')
const text = fc.oneof(fc.string({ maxLength: 30 }), fc.constant(long('word', 300)))
const turn = fc.record({ ids: fc.uniqueArray(callId, { maxLength: 3 }), output: text, said: text })
const histories = fc
  .array(fc.record({ asked: text, steer: fc.boolean(), turns: fc.array(turn, { maxLength: 5 }) }), {
    minLength: 1,
    maxLength: 10,
  })
  .map((runs) => {
    const history = createHistory()
    for (const [index, { asked, steer, turns }] of runs.entries()) {
      history.user(`${index} ${asked}`)
      for (const { ids, output, said } of turns) {
        history.answer(`${said}.`, ...ids.map((id) => call(id)))
        for (const id of ids) history.result(id, output)
      }
      if (steer) history.item({ kind: 'steer', origin: 'user', content: `steer ${index}` })
    }
    return history
  })

const need = fc.constantFrom<CompactionNeed[]>('ahead', 'asked', 'squeeze')
const request = (path: History['path']) =>
  buildRequest({
    path,
    registry,
    count,
    snapshot: null,
    persona: '',
    notes: '',
    tools: [],
    currentRunId: runId(1),
    policy: DEFAULT_POLICY,
    model: { ...testModel, contextWindow: 1_000_000 },
  })

describe('whatever was said', () => {
  const compacted = (history: History, planned: CompactionPlan, summary: string) => {
    history.compact(composeSummary(summary, planned, count.text), planned.through)
    return request(history.path)
  }

  it('the request after it is legal and shorter, and says every kept word of the person', () => {
    fc.assert(
      fc.property(histories, need, text, (history, why, summary) => {
        const planned = plan(history.path, why)
        if (planned === null) return
        const before = request(history.path)
        const after = compacted(history, planned, summary)
        expect(wireProblem(after.request.messages)).toBeNull()
        expect(after.size.total).toBeLessThan(before.size.total)
        const told = after.request.messages.map(textOf).join('\n')
        for (const event of planned.kept.filter(isFromPerson)) expect(told).toContain(wordsOf(event))
      }),
      { numRuns: 300 },
    )
  })

  it('a second one, on top of the first, is legal too and covers all before its mark once', () => {
    fc.assert(
      fc.property(histories, histories, need, (history, more, why) => {
        const first = plan(history.path, why)
        if (first === null) return
        compacted(history, first, 'First summary.')
        for (const event of more.path) {
          if (event.kind === 'message') history.message(event.payload.message)
        }
        const second = plan(history.path, why)
        if (second === null) return
        expect([...first.older, ...second.older, ...second.kept].map(({ id }) => id)).toEqual(
          history.path.filter(({ kind }) => kind !== 'compact').map(({ id }) => id),
        )
        expect(wireProblem(compacted(history, second, 'Second summary.').request.messages)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })

  it('two plans, digests and requests of one log are equal to the byte', () => {
    fc.assert(
      fc.property(histories, need, (history, why) => {
        const made = () => {
          const planned = plan(history.path, why)
          return JSON.stringify([
            planned,
            planned && digestOf(planned, [], count.text),
            request(history.path).request,
          ])
        }
        expect(made()).toBe(made())
      }),
    )
  })
})
