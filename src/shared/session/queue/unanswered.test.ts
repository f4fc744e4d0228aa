import { describe, expect, it } from 'vitest'
import { createHistory, type History, runId } from '../../../../test/support/data/history.ts'
import type { RunId } from '../../ids.ts'
import type { RunStatus } from '../../run/run.ts'
import { endsInWords, unansweredAt } from './unanswered.ts'

/** A branch, and how the runs of it stand, by their numbers. Runs of which nothing is said are not known any more. */
type Case = {
  readonly path: (history: History) => unknown
  readonly runs?: Readonly<Record<number, RunStatus>>
  /** The role of the message at which it stands, or the kind of the event. */
  readonly open: string | null
}

const asked = (history: History) => history.user('How high is the tide?')
const looked = (history: History) => {
  asked(history)
  history.answer({ t: 'tool_call', callId: 'c1', name: 'read', args: {} })
  history.result('c1', 'Six metres.')
}
const answered = (history: History) => {
  asked(history)
  history.answer('Six metres.')
}
const cutOff = (stop: 'cancelled' | 'length' | 'error') => (history: History) => {
  asked(history)
  history.message({ role: 'assistant', parts: [{ t: 'text', text: 'Six' }], stop })
}
const compacted = (before: (history: History) => unknown) => (history: History) => {
  before(history)
  const first = history.path[0]
  if (first !== undefined) history.append('compact', compactOf(first.id), 9)
}
const reported = (before: (history: History) => unknown) => (history: History) => {
  before(history)
  history.item({ kind: 'child-summary', origin: 'agent', content: 'I am done.' }, 8)
}
const compactOf = (compactedThrough: History['path'][number]['id']) => ({
  summary: 'They spoke.',
  compactedThrough,
  tokensBefore: 10,
  tokensAfter: 1,
  trigger: 'manual' as const,
})

const refused = (before: (history: History) => unknown) => (history: History) => {
  before(history)
  const data = { said: [], about: 'evt_90000001' }
  history.item({ kind: 'runtime-notice', origin: 'system', content: 'Not sent.', data }, 8)
}

const CASES: Readonly<Record<string, Case>> = {
  'an empty chat': { path: () => {}, open: null },
  'an answer after which a message was refused': {
    path: refused(answered),
    runs: { 1: 'completed', 8: 'failed' },
    open: null,
  },
  'a question after which a message was refused': {
    path: refused(asked),
    runs: { 1: 'failed', 8: 'failed' },
    open: 'user',
  },
  'a question nobody has taken up': { path: asked, open: 'user' },
  'a question whose run failed': { path: asked, runs: { 1: 'failed' }, open: 'user' },
  'a question that was answered on another branch': { path: asked, runs: { 1: 'completed' }, open: 'user' },
  'results after which the run was stopped': { path: looked, runs: { 1: 'cancelled' }, open: 'tool' },
  'results in a copy': { path: looked, open: 'tool' },
  'results that handed the work on': { path: looked, runs: { 1: 'completed' }, open: null },
  'an answer': { path: answered, runs: { 1: 'completed' }, open: null },
  'an answer in a copy': { path: answered, open: null },
  'an answer after which the run failed': { path: answered, runs: { 1: 'failed' }, open: 'assistant' },
  'an answer that was stopped': {
    path: cutOff('cancelled'),
    runs: { 1: 'cancelled' },
    open: 'assistant',
  },
  'an answer that failed, in a copy': { path: cutOff('error'), open: 'assistant' },
  'an answer that reached its limit': {
    path: cutOff('length'),
    runs: { 1: 'completed' },
    open: 'assistant',
  },
  'an unfinished turn that was compacted': {
    path: compacted(looked),
    runs: { 1: 'failed', 9: 'completed' },
    open: 'tool',
  },
  'an answer that was compacted': {
    path: compacted(answered),
    runs: { 1: 'completed', 9: 'completed' },
    open: null,
  },
  'a report that came after a stop': {
    path: reported(looked),
    runs: { 1: 'cancelled' },
    open: 'tool',
  },
  'a report that nobody has to answer': { path: reported(answered), runs: { 1: 'completed' }, open: null },
  'a report whose run failed': {
    path: reported(answered),
    runs: { 1: 'completed', 8: 'failed' },
    open: 'harness.item',
  },
  'words that joined a run': {
    path: (history) => {
      looked(history)
      history.item({ kind: 'steer', origin: 'user', content: 'Look again.' })
    },
    runs: { 1: 'completed' },
    open: 'harness.item',
  },
}

describe('what stands without an answer', () => {
  it.each(Object.entries(CASES))('is found after %s', (_name, { path, runs = {}, open }) => {
    const history = createHistory()
    path(history)
    const found = unansweredAt(history.path, known(runs))?.event ?? null
    expect(found?.kind === 'message' ? found.payload.message.role : (found?.kind ?? null)).toBe(open)
  })

  it('needs a word only where it ends with the agent speaking', () => {
    const history = createHistory()
    looked(history)
    cutOff('cancelled')(history)
    expect(history.path.map(endsInWords)).toEqual([false, true, false, false, true])
  })
})

function known(runs: Readonly<Record<number, RunStatus>>) {
  const each = Object.entries(runs).map(([number, status]) => [
    runId(Number(number)),
    { kind: number === '9' ? 'system' : 'chat', status },
  ])
  return Object.fromEntries(each) as Record<RunId, { kind: 'chat' | 'system'; status: RunStatus }>
}
