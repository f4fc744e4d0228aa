import { expect, it } from 'vitest'
import type { ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { ModelListing } from '#shared/model/model.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { SessionListing, SessionRecord } from '#shared/session/session.ts'
import { NOTHING_YET } from '../../store/app-state.ts'
import { NO_SESSION } from '../../store/session-state.ts'
import { type SessionShown, statusBeside, statusOf } from './session-status.ts'

const model = {
  ref: 'orrery/practice',
  id: 'practice',
  provider: 'orrery',
  api: 'builtin',
  label: 'Practice model',
  contextWindow: 32_000,
  maxOutput: 4_000,
  reasoning: false,
  inputPrice: 0,
  outputPrice: 0,
  source: 'builtin',
  baseUrl: null,
  apiKeyRef: null,
  key: 'not_needed',
  isDefault: true,
} as const

it('speaks of the default model and an empty context before a chat has begun', () => {
  const status = statusOf({ ...NOTHING_YET, models: [model] }, NO_SESSION)
  expect(status).toEqual({
    model: { label: 'Practice model' },
    effort: null,
    context: { used: 0, whole: 32_000 },
    cost: 'free',
    jobs: 0,
    running: 0,
    waiting: 0,
    branch: null,
    placeId: null,
    isWorktree: false,
    mode: 'ask',
  })
})

it('says which effort the next request asks for, and none for a model that does not think', () => {
  const thinks = { ...model, reasoning: true, reasoningEffort: 'medium' as const }
  const chat = (effort: 'low' | null, of: ModelListing = thinks) => {
    const meta = { model: model.ref, effort } as SessionRecord['meta']
    const session = { ...NO_SESSION.folds.session, meta, usage: {} } as SessionRecord
    const folds = { ...NO_SESSION.folds, session }
    return statusOf({ ...NOTHING_YET, models: [of] }, { ...NO_SESSION, folds }).effort
  }
  expect([chat('low'), chat(null), chat('low', model)]).toEqual(['low', 'medium', null])
})

it('says the effort that main measured: of the running request, or else of the next', () => {
  const thinks = { ...model, reasoning: true }
  const shown = (effort: SessionShown['effort'], status: 'running' | 'completed') => {
    const runs = { ['run_1' as RunId]: { status } as RunRecord }
    const folds = { ...NO_SESSION.folds, runs }
    return statusOf({ ...NOTHING_YET, models: [thinks] }, { ...NO_SESSION, folds, effort }).effort
  }
  expect(shown({ running: 'max', next: 'low' }, 'running')).toBe('max')
  expect(shown({ running: 'max', next: 'low' }, 'completed')).toBe('low')
  expect(shown({ next: null }, 'running')).toBe(null)
})

it('counts the chats at work that are not in view, and nothing twice', () => {
  const chat = (id: string, state: SessionListing['state']) =>
    ({ id: id as SessionId, state }) as SessionListing
  const rows = [chat('ses_1', 'running'), chat('ses_2', 'waiting'), chat('ses_3', 'idle')]
  const sessions = { ['prj_1' as ProjectId]: { rows, total: rows.length } }
  const session = { id: 'ses_1', meta: {}, usage: {} } as SessionRecord
  const inView = { ...NO_SESSION, folds: { ...NO_SESSION.folds, session } }
  const elsewhere = { running: 3, waiting: 2 }
  const { running, waiting } = statusOf({ ...NOTHING_YET, sessions }, inView, elsewhere)
  expect([running, waiting]).toEqual([4, 2])
})

it('says nothing of the model and cost of a chat beside workflows, whose runs have their own', () => {
  const status = statusOf({ ...NOTHING_YET, models: [model] }, NO_SESSION)
  expect(statusBeside('chat', status)).toEqual(status)
  expect(statusBeside('memory', status)).toEqual({ ...status, context: null })
  expect(statusBeside('workflows', status)).toEqual({ ...status, context: null, model: null, cost: null })
})
