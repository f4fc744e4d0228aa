import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Message, Part, Usage } from '#shared/session/message.ts'
import { honestHistory } from '../../../../test/support/data/any-history.ts'
import { call, createHistory, runId, testModel } from '../../../../test/support/data/history.ts'
import { createInjectionRegistry } from '../branch/injections.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { DEFAULT_POLICY, mergePolicies } from '../budget/policy.ts'
import { BUILTIN_INJECTIONS } from '../updates/builtin-injections.ts'
import { buildRequest } from './build-request.ts'
import { scaleIn, scaleOf, scaleParts, UNMEASURED } from './calibration.ts'

const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
const count = createTokenCounter()

function build(path: readonly DurableEvent[], model: ModelInfo, keepLastTurns = 3) {
  const toolOutput = { keepLastTurns, maxChars: 300 }
  return buildRequest({
    path,
    model,
    registry,
    count,
    snapshot: null,
    persona: '',
    notes: '',
    tools: [],
    policy: mergePolicies(DEFAULT_POLICY, { toolOutput }),
    currentRunId: runId(1),
  })
}

const answer = (usage: Usage | undefined, estimate: number, model = testModel.ref): Message => ({
  role: 'assistant',
  parts: [{ t: 'text', text: 'Yes.' }],
  model,
  estimate,
  ...(usage === undefined ? {} : { usage }),
})
const input = (tokens: number, more: Partial<Usage> = {}) => ({ input: tokens, output: 1, ...more })

const wordsIn = (part: Part) => (part.t === 'text' ? part.text : part.t === 'tool_call' ? part.args : '')

/** The same path, with what the server counts stored in each answer. */
function counted(
  path: readonly DurableEvent[],
  ends: readonly number[],
  model: ModelInfo,
  real: (estimate: number, at: number) => number,
): DurableEvent[] {
  const out = [...path]
  for (const [at, end] of ends.entries()) {
    const event = out[end]
    if (event?.kind !== 'message') throw new Error('An answer is expected.')
    const { estimate } = build(out.slice(0, end), model).size
    const message = { ...event.payload.message, model: model.ref, estimate }
    out[end] = { ...event, payload: { message: { ...message, usage: input(real(estimate, at)) } } }
  }
  return out
}

describe('the scale of a branch', () => {
  it.each([
    [input(1_200), 1_000, { factor: 1.2, isMeasured: true }],
    [input(100, { cacheRead: 700 }), 1_000, { factor: 0.8, isMeasured: true }],
    [input(450), 1_000, { factor: 0.6, isMeasured: true }],
    [input(2_000), 1_000, { factor: 1.6, isMeasured: true }],
    // It counted only what it had not cached, or has cut the request.
    [input(300), 1_000, null],
    [input(3_000), 1_000, null],
    [input(150), 150, null],
    [undefined, 1_000, null],
    [input(1_000), 0, null],
  ])('of usage %j and an estimate of %d is %j', (usage, estimate, expected) => {
    expect(scaleIn(answer(usage, estimate), testModel.ref)).toEqual(expected)
  })

  it('is the newest that the same model has told', () => {
    const history = createHistory()
    expect(scaleOf(history.path, testModel.ref)).toEqual(UNMEASURED)
    history.message(answer(input(1_100), 1_000))
    history.message(answer(input(800), 1_000))
    history.message(answer(input(1_500), 1_000, 'test/other'))
    expect(scaleOf(history.path, testModel.ref).factor).toBe(0.8)
    expect(scaleOf(history.path, 'test/other').factor).toBe(1.5)
  })

  it('divides scaled tokens so that they add up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 9_999 })),
        fc.double({ min: 0.6, max: 1.6, noNaN: true }),
        (parts, by) => {
          const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
          const scaled = scaleParts(parts, by)
          expect(sum(scaled)).toBe(Math.round(sum(parts) * by))
          expect(scaled.every((each) => each >= 0)).toBe(true)
        },
      ),
    )
  })
})

describe('a request', () => {
  it('is known within a tenth from the second one on, whatever the server counts', () => {
    // Servers whose vocabularies are unlike the estimate: by characters, as for other scripts.
    for (const perCharacter of [0.25, 0.3, 0.45]) {
      const real = (path: readonly DurableEvent[]) => {
        const { system, messages } = build(path, testModel).request
        const words = messages.flatMap(({ parts }) => parts.map((part) => JSON.stringify(wordsIn(part))))
        return Math.round([system, ...words].join('').length * perCharacter) + 5 * messages.length
      }
      const history = createHistory()
      const path: DurableEvent[] = []
      const errors: number[] = []
      const sync = () => path.push(...history.path.slice(path.length))
      history.user('Прочитай файл и объясни, почему тест не проходит. '.repeat(40))
      for (let turn = 0; turn < 5; turn += 1) {
        sync()
        const { total, estimate } = build(path, testModel).size
        errors.push(Math.abs(total / real(path) - 1))
        const before = real(path)
        history.answer('Смотрю.', call(`c${turn}`))
        sync()
        const event = path.at(-1)
        if (event?.kind !== 'message') throw new Error('An answer is expected.')
        const message = { ...event.payload.message, model: testModel.ref, estimate, usage: input(before) }
        path[path.length - 1] = { ...event, payload: { message } }
        history.result(`c${turn}`, 'Файл настроек читается при запуске приложения. '.repeat(30))
      }
      expect(Math.max(...errors.slice(1))).toBeLessThanOrEqual(0.1)
    }
  })

  it('fills more of the window once it was measured, unless the person settled how much', () => {
    const history = createHistory()
    history.user('Go on.')
    history.message(answer(input(1_000), 1_000))
    const { size } = build(history.path, testModel)
    expect(size.threshold).toBeCloseTo(0.9 * size.usable)
    expect(mergePolicies(DEFAULT_POLICY, { compactAt: 0.5, compactAtMeasured: 0.5 }).compactAtMeasured).toBe(
      0.5,
    )
  })

  const ratios = fc.array(fc.double({ min: 0.5, max: 1.9, noNaN: true }), { minLength: 1, maxLength: 8 })

  it('begins with the one before it, whatever servers count while there is room', () => {
    fc.assert(
      fc.property(honestHistory, ratios, ({ history, requests }, by) => {
        const path = counted(
          history.path,
          requests,
          testModel,
          (estimate, at) => estimate * (by[at % by.length] ?? 1),
        )
        let before = '['
        for (const end of requests) {
          const sent = JSON.stringify(build(path.slice(0, end), testModel).request.messages)
          expect(sent.slice(0, before.length)).toBe(before)
          before = sent.slice(0, -1)
        }
      }),
    )
  })

  it('is rewritten in few large steps when room is short, although the scale moves', () => {
    const tiny = { ...testModel, contextWindow: 12_000, maxOutput: 2_000 }
    const long = honestHistory.filter(({ requests }) => requests.length >= 10)
    fc.assert(
      fc.property(long, ratios, ({ history, requests }, by) => {
        const path = counted(
          history.path,
          requests,
          tiny,
          (estimate, at) => estimate * (by[at % by.length] ?? 1),
        )
        let before: readonly Message[] = []
        let rewritten = 0
        for (const end of requests) {
          const { messages } = build(path.slice(0, end), tiny, 1).request
          if (JSON.stringify(messages.slice(0, before.length)) !== JSON.stringify(before)) rewritten += 1
          before = messages
        }
        expect(rewritten).toBeLessThanOrEqual(requests.length / 3)
      }),
      { numRuns: 60 },
    )
  })
})
