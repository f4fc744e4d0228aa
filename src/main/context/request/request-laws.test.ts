import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { anyHistory, honestHistory, snippedHistory } from '../../../../test/support/data/any-history.ts'
import { type History, runId, testModel } from '../../../../test/support/data/history.ts'
import { stepsInTurns } from '../../lib/steps.ts'
import { createInjectionRegistry } from '../branch/injections.ts'
import { wireProblem } from '../branch/legality.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { DEFAULT_POLICY, mergePolicies } from '../budget/policy.ts'
import { BUILTIN_INJECTIONS } from '../updates/builtin-injections.ts'
import { type BuildInput, buildingRequest, buildRequest } from './build-request.ts'

const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
const tiny = { ...testModel, contextWindow: 12_000, maxOutput: 2_000 }
const tight = mergePolicies(DEFAULT_POLICY, { toolOutput: { keepLastTurns: 1, maxChars: 300 } })

const inputOf = (path: History['path'], more: Partial<BuildInput> = {}): BuildInput => ({
  path,
  snapshot: null,
  persona: '',
  notes: '',
  currentRunId: runId(1),
  policy: tight,
  model: tiny,
  tools: [],
  registry,
  count: createTokenCounter(),
  ...more,
})

const build = (path: History['path'], more: Partial<BuildInput> = {}) => buildRequest(inputOf(path, more))

describe('whatever is in the log', () => {
  it('the request is one a provider accepts', () => {
    fc.assert(
      fc.property(anyHistory, ({ path }) => {
        const { messages } = build(path).request
        expect(wireProblem(messages)).toBeNull()
        expect(messages.every((message) => message.role !== 'assistant' || speaks(message))).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it('there is exactly one row of the trace for every event, in the order of the path', () => {
    fc.assert(
      fc.property(anyHistory, ({ path }) => {
        const { trace } = build(path)
        expect(trace.map((row) => row.eventId)).toEqual(path.map((event) => event.id))
        expect(trace.filter((row) => row.rule === 'unknown')).toEqual([])
        expect(trace.filter((row) => row.tokens < 0)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('two requests of one log are equal, and the log is left as it was', () => {
    fc.assert(
      fc.property(anyHistory, ({ path }) => {
        const before = JSON.stringify(path)
        const again = build(path, { registry: createInjectionRegistry(BUILTIN_INJECTIONS) })
        expect(JSON.stringify(build(path))).toBe(JSON.stringify(again))
        expect(JSON.stringify(path)).toBe(before)
      }),
    )
  })

  it('a request built in turns is the one of the branch as it was, though the log grows meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, anyHistory, async ({ path }, { path: more }) => {
        const live = [...path]
        let turns = 0
        const built = await stepsInTurns(buildingRequest(inputOf(live.slice())), async () => {
          turns += 1
          live.push(...more.slice(turns - 1, turns))
        })
        expect(JSON.stringify(built)).toBe(JSON.stringify(build(path)))
        // No step goes through the branch more than a few times.
        expect(turns).toBeGreaterThanOrEqual(10)
      }),
    )
  })

  it('the columns of the meter add up to what is sent', () => {
    fc.assert(
      fc.property(anyHistory, ({ path }) => {
        const count = createTokenCounter()
        const { breakdown, request } = build(path, { count })
        const { window: _, ...columns } = breakdown
        const sent = request.messages.reduce((sum, message) => sum + count.message(message), 0)
        const sum = Object.values(columns).reduce((total, tokens) => total + tokens, 0)
        expect(sum).toBe(sent + count.text(request.system))
      }),
    )
  })

  it('a request that is not said to overflow fits', () => {
    fc.assert(
      fc.property(anyHistory, ({ path }) => {
        const count = createTokenCounter()
        const { request, overflow } = build(path, { count })
        const sent = request.messages.reduce((sum, message) => sum + count.message(message), 0)
        const fits = sent + count.text(request.system) + request.reserveOutput <= tiny.contextWindow
        expect(fits).toBe(!overflow)
      }),
    )
  })
})

describe('in a log the app wrote itself', () => {
  it('each request begins with the one before it while there is room', () => {
    fc.assert(
      fc.property(honestHistory, ({ history, requests }) => {
        let before = '['
        for (const end of requests) {
          const { request } = build(history.path.slice(0, end), { model: testModel })
          // A provider's cache compares what it is sent, so the order of fields counts as well.
          const sent = JSON.stringify(request.messages)
          expect(sent.slice(0, before.length)).toBe(before)
          before = sent.slice(0, -1)
        }
      }),
    )
  })

  it('each request begins with the one before it up to where the person has left something out or put it back', () => {
    fc.assert(
      fc.property(snippedHistory, ({ history, requests }) => {
        let before: readonly Message[] = []
        for (const { end, changed } of requests) {
          const { messages } = build(history.path.slice(0, end), { model: testModel }).request
          const places = [before, messages].map((each) => each.findIndex((one) => textOf(one) === changed))
          const same = changed === null ? before.length : Math.max(...places)
          expect(JSON.stringify(messages.slice(0, same))).toBe(JSON.stringify(before.slice(0, same)))
          before = messages
        }
      }),
    )
  })

  it('each request begins with the one before it also when room is short, but for a few large steps', () => {
    const long = honestHistory.filter(({ requests }) => requests.length >= 10)
    fc.assert(
      fc.property(long, ({ history, requests }) => {
        let before: readonly Message[] = []
        let rewritten = 0
        for (const end of requests) {
          const { messages } = build(history.path.slice(0, end)).request
          if (JSON.stringify(messages.slice(0, before.length)) !== JSON.stringify(before)) rewritten++
          before = messages
        }
        expect(rewritten).toBeLessThanOrEqual(requests.length / 3)
      }),
      { numRuns: 60 },
    )
  })

  it('nothing is repaired', () => {
    fc.assert(
      fc.property(honestHistory, ({ history, requests }) => {
        const { trace } = build(history.path.slice(0, requests.at(-1)), { model: testModel })
        expect(trace.filter((row) => row.rule.startsWith('repair'))).toEqual([])
      }),
    )
  })
})

function speaks(message: Message): boolean {
  return message.parts.some(
    (part) => part.t === 'tool_call' || (part.t === 'text' && part.text.trim() !== ''),
  )
}
