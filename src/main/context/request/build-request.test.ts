import { describe, expect, it } from 'vitest'
import { BlobId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { call, createHistory, type History, runId, testModel } from '../../../../test/support/data/history.ts'
import { toolMessage } from '../../../../test/support/protocols/model-samples.ts'
import { createInjectionRegistry } from '../branch/injections.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { type ContextSettings, DEFAULT_POLICY, mergePolicies, policyFromConfig } from '../budget/policy.ts'
import { takeSnapshot } from '../instructions/instructions.ts'
import { BUILTIN_INJECTIONS } from '../updates/builtin-injections.ts'
import { type BuildInput, buildRequest } from './build-request.ts'

const snapshot = takeSnapshot({
  cwd: '/p',
  takenAt: 1_700_000_000_000,
  timeZone: 'UTC',
  rules: [],
  environment: { os: 'Debian 13', platform: 'linux', shell: 'bash', git: null },
  workspace: '',
  memory: '',
  skills: '',
})

const build = (history: History, more: Partial<BuildInput> = {}) =>
  buildRequest({
    path: history.path,
    snapshot,
    persona: 'You build things.',
    notes: 'color: blue',
    currentRunId: runId(1),
    policy: DEFAULT_POLICY,
    model: testModel,
    tools: [{ name: 'read', description: 'Reads a file.', schema: { type: 'object' } }],
    registry: createInjectionRegistry(BUILTIN_INJECTIONS),
    count: createTokenCounter(),
    ...more,
  })

function conversation() {
  const history = createHistory()
  const user = history.user('go')
  const recall = history.item({
    kind: 'memory-recall',
    origin: 'memory',
    lifetime: 'run',
    content: 'ran before',
  })
  const answer = history.answer('looking', call('c1'))
  const result = history.result('c1', 'contents of a.ts')
  const steer = history.item({ kind: 'steer', origin: 'user', content: 'only look' })
  return { history, user, recall, answer, result, steer }
}

describe('a request', () => {
  it('carries the instructions as system text and never as a message', () => {
    const { history } = conversation()
    const { request } = build(history)
    expect(request.system).toContain('You are an agent in Orrery')
    expect(request.system).toContain('You build things.')
    expect(request.system).toContain('color: blue')
    expect(request.messages.map((message) => message.role)).toEqual(['user', 'user', 'assistant', 'tool'])
    expect(request.messages.map(textOf).join()).not.toContain('You are an agent in Orrery')
  })

  it('says of every event what became of it and what it costs', () => {
    const { history, user, recall, answer, result, steer } = conversation()
    const { trace, breakdown, request } = build(history)
    expect(trace.map(({ eventId, outcome, rule }) => [eventId, outcome, rule])).toEqual([
      [user, 'kept', 'path'],
      [recall, 'kept', 'place:in-place'],
      [answer, 'kept', 'path'],
      [result, 'kept', 'path'],
      [steer, 'merged', 'place:in-place'],
    ])
    const count = createTokenCounter()
    const blankLine = count.text('\n\n')
    expect(trace.reduce((sum, row) => sum + row.tokens, 0)).toBe(
      request.messages.reduce((sum, message) => sum + count.message(message), 0),
    )
    expect(trace[4]?.tokens).toBeGreaterThan(blankLine)
    expect(breakdown.window).toBe(200_000)
  })

  it('divides its tokens for the meter, and the columns add up to the whole', () => {
    const { history } = conversation()
    history.item({ kind: 'attachment', origin: 'user', content: 'a long table' })
    history.message({
      role: 'user',
      parts: [{ t: 'file', blobId: BlobId.parse('blb_00000001'), mime: 'image/png' }],
    })
    const count = createTokenCounter()
    const { breakdown, request } = build(history, { count })
    const { window: _, ...columns } = breakdown
    expect(Object.values(columns).reduce((sum, tokens) => sum + tokens, 0)).toBe(
      count.text(request.system) +
        request.tools.reduce((sum, tool) => sum + count.tool(tool), 0) +
        request.messages.reduce((sum, message) => sum + count.message(message), 0),
    )
    for (const tokens of Object.values(columns)) expect(tokens).toBeGreaterThan(0)
    expect(columns.attachments).toBeGreaterThan(1_600)
  })

  it('strips what another run was told, in the trace too', () => {
    const { history, recall } = conversation()
    const { trace, request } = build(history, { currentRunId: runId(2) })
    expect(request.messages).toHaveLength(3)
    expect(trace[1]).toEqual({ eventId: recall, outcome: 'dropped', rule: 'lifetime:run', tokens: 0 })
  })

  it('begins with the summary after a compaction and keeps the tail', () => {
    const { history, result } = conversation()
    history.compact('All was looked at.', result)
    history.user('and now?')
    const { request, trace } = build(history)
    expect(request.messages.map(textOf)).toEqual([
      expect.stringContaining('All was looked at.'),
      expect.stringContaining('only look'),
      'and now?',
    ])
    expect(trace.map((row) => row.outcome)).toEqual([
      'summarised',
      'summarised',
      'summarised',
      'summarised',
      'kept',
      'kept',
      'kept',
    ])
  })

  it('puts items with the voice of the system after the system prompt', () => {
    const [anyKind] = BUILTIN_INJECTIONS
    if (anyKind === undefined) throw new Error('a kind')
    const registry = createInjectionRegistry([
      { ...anyKind, kind: 'house-rule', llmRole: 'system', envelope: 'none', format: (content) => content },
    ])
    const history = createHistory()
    history.item({ kind: 'house-rule', content: 'Be kind.' })
    history.user('go')
    const { request, trace } = build(history, { registry })
    expect(request.system.endsWith('\n\nBe kind.')).toBe(true)
    expect(request.messages).toHaveLength(1)
    expect(trace[0]).toMatchObject({ outcome: 'kept', rule: 'place:system' })
  })

  it('makes no trace where the policy wants none', () => {
    expect(build(conversation().history, { policy: { ...DEFAULT_POLICY, trace: false } }).trace).toEqual([])
  })

  it('warns of an extension that is gone', () => {
    const history = createHistory()
    history.item({ kind: 'ext-gone' })
    expect(build(history).warnings).toHaveLength(1)
  })
})

describe('the budget', () => {
  const small = { ...testModel, contextWindow: 8_192, maxOutput: 4_096 }

  it('never keeps more for the answer than the model gives or a quarter of its window', () => {
    const { history } = conversation()
    expect(build(history).request.reserveOutput).toBe(16_000)
    expect(build(history, { model: { ...testModel, maxOutput: 8_000 } }).request.reserveOutput).toBe(8_000)
    expect(build(history, { model: { ...small, maxOutput: 8_000 } }).request.reserveOutput).toBe(2_048)
  })

  it('gives all the room there is to an answer that goes on where the last was cut off', () => {
    const { history } = conversation()
    history.message({ role: 'assistant', parts: [{ t: 'text', text: 'As I was' }], stop: 'length' })
    history.item({ content: 'Go on.' })
    const limit = (more: object) => build(history, { model: { ...testModel, ...more } }).request.reserveOutput
    expect(limit({ maxOutput: 64_000, contextWindow: 200_000 })).toBe(64_000)
    const scarce = limit({ maxOutput: 64_000, contextWindow: 40_000 })
    expect(scarce).toBeGreaterThan(16_000)
    expect(scarce).toBeLessThan(36_000)
    history.user('Never mind.')
    expect(limit({ maxOutput: 64_000, contextWindow: 200_000 })).toBe(16_000)
  })

  it('gives it also after a call that was cut off in the middle', () => {
    const { history } = conversation()
    const part = {
      t: 'tool_call',
      callId: 'c9',
      name: 'write',
      args: '{"path": "a.ts", "content": "const',
    } as const
    history.message({ role: 'assistant', parts: [part], stop: 'length' })
    history.message(toolMessage('c9', 'write', 'The arguments of write are not valid.'))
    const model = { ...testModel, maxOutput: 64_000, contextWindow: 200_000 }
    expect(build(history, { model }).request.reserveOutput).toBe(64_000)
  })

  it('asks for a compaction before the window is full', () => {
    const history = createHistory()
    history.user('word '.repeat(1_000))
    const { breakdown } = build(history)
    const { window: _, ...columns } = breakdown
    const used = Object.values(columns).reduce((sum, tokens) => sum + tokens, 0)
    const at = (share: number) =>
      build(history, {
        policy: mergePolicies(DEFAULT_POLICY, { maxInputTokens: Math.ceil(used / share) }),
      })
    expect(at(0.79)).toMatchObject({ needsCompaction: false, overflow: false })
    expect(at(0.81)).toMatchObject({ needsCompaction: true, overflow: false })
    expect(at(0.99)).toMatchObject({ needsCompaction: true, overflow: false })
    expect(at(1.01)).toMatchObject({ needsCompaction: true, overflow: true })
  })

  it('says so when a request cannot be made to fit', () => {
    const history = createHistory()
    history.user('word '.repeat(10_000))
    expect(build(history, { model: small })).toMatchObject({ needsCompaction: true, overflow: true })
  })

  it('obeys a limit below the window', () => {
    const history = createHistory()
    history.user('word '.repeat(4_000))
    const policy = mergePolicies(DEFAULT_POLICY, { maxInputTokens: 4_000 })
    expect(build(history).needsCompaction).toBe(false)
    expect(build(history, { policy }).overflow).toBe(true)
  })

  it('refuses a window that has no room for the instructions', () => {
    const { history } = conversation()
    expect(() => build(history, { model: { ...small, contextWindow: 200 } })).toThrow(
      'instructions are too long',
    )
  })
})

describe('what a model reads of a chat', () => {
  const tenTurns = () => {
    const history = createHistory()
    for (let turn = 0; turn < 10; turn++) {
      history.user(`q${turn}`)
      history.answer(`a${turn}`)
    }
    return history
  }
  const told = (window: ContextSettings['window']) => {
    const policy = mergePolicies(DEFAULT_POLICY, policyFromConfig(window === undefined ? {} : { window }))
    return build(tenTurns(), { policy }).request.messages.map(textOf)
  }
  const turns = (numbers: readonly number[]) => numbers.flatMap((turn) => [`q${turn}`, `a${turn}`])

  it('is the last five turns of ten when the window that is set slides over five', () => {
    expect(told({ strategy: 'sliding', maxTurns: 5 })).toEqual(turns([5, 6, 7, 8, 9]))
  })

  it('is all of them when it is full, or when nothing is set', () => {
    const all = turns([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(told({ strategy: 'full' })).toEqual(all)
    expect(told(undefined)).toEqual(all)
  })

  it('leaves what is older in the log, and says which rule left it out', () => {
    const policy = mergePolicies(DEFAULT_POLICY, { window: { strategy: 'sliding', maxTurns: 9 } })
    const { trace } = build(tenTurns(), { policy })
    expect(trace.slice(0, 3)).toMatchObject([{ rule: 'window' }, { rule: 'window' }, { outcome: 'kept' }])
  })
})
