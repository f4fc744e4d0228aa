import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, createHistory, type History, runId, testModel } from '../../../../test/support/data/history.ts'
import { createInjectionRegistry } from '../branch/injections.ts'
import { wireProblem } from '../branch/legality.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { DEFAULT_POLICY } from '../budget/policy.ts'
import { buildRequest } from '../request/build-request.ts'
import { BUILTIN_INJECTIONS } from '../updates/builtin-injections.ts'
import { carriedNotes, coveredByNotes } from './compaction-notes.ts'
import { planCompaction } from './compaction-plan.ts'
import { composeSummary, digestOf } from './compaction-summary.ts'

const count = createTokenCounter()
const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
const ACCOUNT = 'The importer is done and tested. Next is the exporter; dates stay in UTC. '.repeat(6).trim()
const progress = { key: 'progress', content: ACCOUNT }

const writes = (history: History, callId: string, args: unknown, isError = false) => {
  history.answer({ t: 'tool_call', callId, name: 'notes_set', args })
  return history.result(callId, 'Noted.', { tool: { callId, name: 'notes_set', isError, durationMs: 1 } })
}
const covered = (history: History, notes = [progress]) => coveredByNotes(history.path, notes, count.text)

describe('the part of a branch that notes account for', () => {
  it('ends with the answer to the call that last wrote how far the work has come', () => {
    const history = createHistory()
    history.user('Go')
    writes(history, 'c1', progress)
    const last = writes(history, 'c2', progress)
    history.answer('More.')
    expect(covered(history)).toBe(last)
  })

  it('is nothing when the call failed, wrote another note, or said something else than now stands there', () => {
    const history = createHistory()
    history.user('Go')
    writes(history, 'c1', progress, true)
    writes(history, 'c2', { key: 'decisions', content: ACCOUNT })
    writes(history, 'c3', { key: 'progress', content: 'Earlier words.' })
    expect(covered(history)).toBeNull()
  })

  it('is nothing when the account is too thin to go on from, or was written before the last compaction', () => {
    const thin = { key: 'progress', content: 'Half done.' }
    const short = createHistory()
    short.user('Go')
    writes(short, 'c1', thin)
    expect(covered(short, [thin])).toBeNull()
    const cut = createHistory()
    cut.user('Go')
    cut.compact('They began.', writes(cut, 'c1', progress))
    expect(covered(cut)).toBeNull()
  })
})

it('notes that would leave no room for a summary are not carried', () => {
  expect(carriedNotes([progress], { summaryTokens: 1_000 }, count.text).notes).toEqual([progress])
  expect(carriedNotes([progress], { summaryTokens: 50 }, count.text)).toEqual({ notes: [], tokens: 0 })
})

const text = fc.oneof(fc.string({ maxLength: 30 }), fc.constant('word '.repeat(400)))
const turn = fc.record({
  ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  output: text,
  writes: fc.boolean(),
})
const histories = fc
  .array(fc.record({ asked: text, turns: fc.array(turn, { maxLength: 5 }) }), { minLength: 1, maxLength: 8 })
  .map((runs) => {
    const history = createHistory()
    for (const [index, { asked, turns }] of runs.entries()) {
      history.user(`${index} ${asked}`)
      for (const { ids, output, writes: noted } of turns) {
        if (noted) writes(history, 'note', progress)
        history.answer('hm', ...ids.map((id) => call(id)))
        for (const id of ids) history.result(id, output)
      }
    }
    return history
  })

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

/** The path with the compaction that notes allow, or null when they allow none. */
function fromNotes(history: History) {
  const until = covered(history)
  const limits = { usable: 8_000, need: 'ahead', count } as const
  const plan = until === null ? null : planCompaction(history.path, { ...limits, until })
  if (plan === null) return null
  const { notes, tokens } = carriedNotes([progress], plan, count.text)
  const left = { ...plan, summaryTokens: plan.summaryTokens - tokens }
  const summary = composeSummary(digestOf(left, [], count.text), left, count.text)
  return { plan, until, notes, summary }
}

describe('whatever was said and noted', () => {
  it('what came after the account is kept, no pair is cut, and the request is legal and shorter', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const made = fromNotes(history)
        if (made === null) return
        const before = request(history.path)
        const { plan, until, notes, summary } = made
        const at = history.path.findIndex(({ id }) => id === until)
        const through = history.path.findIndex(({ id }) => id === plan.through)
        expect(through).toBeLessThanOrEqual(at)
        expect(plan.kept.map(({ id }) => id)).toEqual(history.path.slice(through + 1).map(({ id }) => id))
        const figures = { tokensBefore: 2, tokensAfter: 1, trigger: 'auto', source: 'notes' } as const
        history.append('compact', {
          summary,
          compactedThrough: plan.through,
          ...figures,
          ...(notes.length === 0 ? {} : { notes: [...notes] }),
        })
        const after = request(history.path)
        expect(wireProblem(after.request.messages)).toBeNull()
        expect(after.size.total).toBeLessThan(before.size.total)
      }),
      { numRuns: 300 },
    )
  })

  it('two of one log are equal to the byte', () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(JSON.stringify(fromNotes(history))).toBe(JSON.stringify(fromNotes(history)))
      }),
    )
  })
})
