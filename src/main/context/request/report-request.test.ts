import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyHistory } from '../../../../test/support/data/any-history.ts'
import { call, createHistory, type History, runId, testModel } from '../../../../test/support/data/history.ts'
import { createInjectionRegistry } from '../branch/injections.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { DEFAULT_POLICY, mergePolicies } from '../budget/policy.ts'
import { BUILTIN_INJECTIONS } from '../updates/builtin-injections.ts'
import { reportRequest } from './report-request.ts'

const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
const tight = mergePolicies(DEFAULT_POLICY, { toolOutput: { keepLastTurns: 1, maxChars: 300 }, trace: false })
const model = { ...testModel, contextWindow: 12_000, maxOutput: 2_000 }
const tools = [{ name: 'read', description: 'Reads a file.', schema: { type: 'object' } }]

const report = (path: History['path'], count = createTokenCounter()) =>
  reportRequest({
    path,
    model,
    tools,
    registry,
    count,
    policy: tight,
    snapshot: null,
    persona: 'You are careful.',
    notes: 'a: b',
    currentRunId: runId(1),
  })

describe('the report on a request', () => {
  it('has every event of the branch exactly once, and adds up to what is sent', () => {
    fc.assert(
      fc.property(anyHistory, ({ path }) => {
        const count = createTokenCounter()
        const { rows, fixed, total, built } = report(path, count)
        expect(rows.map((row) => row.eventId)).toEqual(path.map((event) => event.id))
        const rowSum = rows.reduce((sum, row) => sum + row.tokens, 0)
        const fixedSum = Object.values(fixed).reduce((sum, tokens) => sum + tokens, 0)
        const { system, messages } = built.request
        const sent =
          count.text(system) +
          tools.reduce((sum, tool) => sum + count.tool(tool), 0) +
          messages.reduce((sum, message) => sum + count.message(message), 0)
        expect(rowSum + fixedSum).toBe(sent)
        expect(total).toBe(sent)
      }),
      { numRuns: 300 },
    )
  })

  it('says of each event who said it and how it begins', () => {
    const history = createHistory()
    history.user('Read it,\n   please.')
    history.answer(call('a'))
    history.result('a', 'x'.repeat(500))
    history.item({ kind: 'steer', origin: 'user', content: 'Only the head.' })
    const { rows } = report(history.path)
    expect(rows.map(({ who, name, column, text }) => [who, name, column, text])).toEqual([
      ['you', null, 'messages', 'Read it, please.'],
      ['assistant', null, 'messages', 'read'],
      ['tool', 'read', 'toolOutput', 'x'.repeat(100)],
      ['item', 'steer', 'messages', 'Only the head.'],
    ])
  })
})
