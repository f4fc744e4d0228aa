import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snippedIn } from '#shared/session/snipped.ts'
import { honestHistory } from '../../../../test/support/data/any-history.ts'
import { createHistory, type History, runId, testModel } from '../../../../test/support/data/history.ts'
import { createInjectionRegistry } from '../branch/injections.ts'
import { wireProblem } from '../branch/legality.ts'
import { filesAfter, hasNewSnip } from '../branch/restored-parts.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { DEFAULT_POLICY } from '../budget/policy.ts'
import { planCompaction } from '../compaction/compaction-plan.ts'
import { BUILTIN_INJECTIONS } from '../updates/builtin-injections.ts'
import { buildRequest } from './build-request.ts'

const registry = createInjectionRegistry(BUILTIN_INJECTIONS)

const build = (path: History['path']) =>
  buildRequest({
    path,
    registry,
    snapshot: null,
    persona: '',
    notes: '',
    currentRunId: runId(1),
    policy: DEFAULT_POLICY,
    model: testModel,
    tools: [],
    count: createTokenCounter(),
  })
const sent = (path: History['path']) => build(path).request.messages

function threeExchanges() {
  const history = createHistory()
  history.user('first')
  history.answer('one')
  const first = history.user('second')
  history.answer('two')
  history.item({ kind: 'steer', origin: 'user', content: 'and quickly' })
  history.item({ kind: 'agent-switch', content: 'Another agent took over.' })
  history.answer('two and a half')
  history.user('third')
  return { history, first }
}

describe('an exchange that is left out', () => {
  it('is not read, nor what the person added to it; that another agent took over is', () => {
    const { history, first } = threeExchanges()
    history.append('exchange.snipped', { first })
    const text = JSON.stringify(sent(history.path))
    for (const word of ['second', 'two', 'and quickly']) expect(text).not.toContain(word)
    for (const word of ['first', 'one', 'Another agent', 'third']) expect(text).toContain(word)
  })

  it('has a row in the trace that names the rule, and figures that are those of what is sent', () => {
    const { history, first } = threeExchanges()
    history.append('exchange.snipped', { first })
    const { trace } = build(history.path)
    expect(trace.find(({ eventId }) => eventId === first)).toEqual({
      eventId: first,
      outcome: 'dropped',
      rule: 'snip',
      tokens: 0,
    })
    expect(trace.at(-1)).toMatchObject({ outcome: 'dropped', rule: 'model:skip' })
  })

  it('is read word for word once it is put back', () => {
    const { history, first } = threeExchanges()
    const before = sent(history.path)
    history.append('exchange.snipped', { first })
    history.append('exchange.restored', { first })
    expect(sent(history.path)).toEqual(before)
  })

  it('is told in no summary', () => {
    const { history, first } = threeExchanges()
    for (let turn = 0; turn < 8; turn += 1) {
      history.user(`question ${turn} ${'x'.repeat(2_000)}`)
      history.answer(`answer ${turn}`)
    }
    history.append('exchange.snipped', { first })
    const plan = planCompaction(history.path, { usable: 10_000, need: 'asked', count: createTokenCounter() })
    expect(JSON.stringify(plan?.older)).toContain('first')
    expect(JSON.stringify([plan?.older, plan?.kept])).not.toContain('second')
  })

  it('lets what was read in it count as read no longer, until the model has gone on', () => {
    const history = createHistory()
    const first = history.user('look')
    history.result('call-1' as never, 'text', {
      tool: {
        callId: 'call-1' as never,
        name: 'read',
        isError: false,
        durationMs: 1,
        details: { kind: 'read', path: 'a.txt', from: 1, lines: 1, total: 1 },
      },
    })
    history.user('go on')
    expect([filesAfter(history.path).inSight, hasNewSnip(history.path)]).toEqual([['a.txt'], false])
    history.append('exchange.snipped', { first })
    expect([filesAfter(history.path), hasNewSnip(history.path)]).toEqual([{ inSight: [], gone: [] }, true])
    history.answer('gone on')
    expect(hasNewSnip(history.path)).toBe(false)
  })
})

it('leaves out whole exchanges of any chat and nothing else, and what is sent stays legal', () => {
  fc.assert(
    fc.property(honestHistory, fc.array(fc.nat({ max: 5 }), { maxLength: 4 }), ({ history }, picks) => {
      const firsts = history.path.filter(
        (event) => event.kind === 'message' && event.payload.message.role === 'user',
      )
      for (const pick of picks) {
        const first = firsts[pick]
        if (first !== undefined && first !== firsts.at(-1))
          history.append('exchange.snipped', { first: first.id })
      }
      const out = snippedIn(history.path).events
      const { trace, request } = build(history.path)
      expect(wireProblem(request.messages)).toBeNull()
      for (const { eventId, rule } of trace) expect(rule === 'snip').toBe(out.has(eventId))
    }),
  )
})
