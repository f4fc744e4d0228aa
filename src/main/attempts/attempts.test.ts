import { beforeEach, expect, it } from 'vitest'
import type { AttemptEvent } from '#shared/attempts/attempt-events.ts'
import { EMPTY_SET, foldAttempts } from '#shared/attempts/fold-attempts.ts'
import { EMPTY_FOLDS, type SessionFolds } from '#shared/events/fold.ts'
import type { Millis, ProjectId, RunId, SessionId, WorktreeId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { silentLogger } from '../lib/logger.ts'
import { createAttempts, type SetWish } from './attempts.ts'
import type { AttemptDeps, CheckResult, NewSession } from './ports.ts'

const projectId = 'prj_00000001' as ProjectId
const base = 'a'.repeat(40)
const SET = 'ses_00000000' as SessionId
let sessions: Map<SessionId, SessionFolds>
let costs: Map<SessionId, number>
let sent: string[]
let stopped: [SessionId, string][]
let removed: [WorktreeId, boolean][]
let isTrusted: boolean
let check: (signal: AbortSignal) => Promise<CheckResult>
let count: number

const wish: SetWish = {
  projectId,
  task: 'Improve the tide\nat noon',
  permissionMode: 'ask',
  check: 'npm test',
  attempts: [
    { model: 'a/one', effort: null, words: '' },
    { model: 'a/two', effort: 'high', words: 'Be bold' },
  ],
  checkMinutes: 1,
  limit: 2,
}

function folds(id: SessionId): SessionFolds {
  return sessions.get(id) ?? EMPTY_FOLDS
}
function createSession(id: SessionId, { title, permissionMode, model }: NewSession): SessionId {
  const meta = { title, projectId, permissionMode, model, archived: false, activeContextId: null }
  const session = { id, kind: 'chat', meta, cwd: '/tide', createdAt: 1 as Millis, usage: {} }
  sessions.set(id, { ...EMPTY_FOLDS, session: session as unknown as SessionFolds['session'] })
  return id
}
function open() {
  const never = async (): Promise<never> => {
    throw new Error('not in this test')
  }
  const deps: AttemptDeps = {
    folds,
    publish: (id, events) => {
      const before = folds(id)
      const attempts = events.reduce(
        (set, event) => foldAttempts(set, event as AttemptEvent),
        before.attempts ?? EMPTY_SET,
      )
      sessions.set(id, { ...before, attempts })
    },
    createSet: async (wanted) => createSession(SET, wanted),
    createChat: async (wanted) => {
      count += 1
      return createSession(`ses_0000000${count}` as SessionId, wanted)
    },
    setsOf: () => (sessions.has(SET) ? [SET] : []),
    openPlace: async ({ name }) => ({
      cwd: '/trees',
      worktree: { id: `wtr_0000000${count + 1}` as WorktreeId, branch: `orrery/${name}` },
      item: { kind: 'runtime-notice' } as never,
    }),
    tell: () => {},
    removePlace: async (id, anyway) => void removed.push([id, anyway]),
    worktrees: {
      headOf: async () => ({ base, baseBranch: 'main', folder: '/tide' }),
      place: async () => ({ path: '/trees' }) as never,
      get: () => ({}) as never,
      changes: async () => ({
        state: 'missing',
        tree: null,
        files: [],
        held: { files: 0, commits: 0 },
        conflict: null,
      }),
      apply: async () => 1,
      compose: never,
      create: never,
      fill: never,
      merge: never,
      unapply: never,
    },
    send: (_id, text) => void sent.push(text),
    stop: (id, _run, reason) => void stopped.push([id, reason]),
    costOf: (id) => costs.get(id) ?? 0,
    answerOf: () => 'It is better. Really.',
    isTrusted: async () => isTrusted,
    runCheck: (_job, signal) => check(signal),
    changed: () => {},
    now: () => 1 as Millis,
    logger: silentLogger,
    signal: new AbortController().signal,
  }
  return createAttempts(deps)
}
const setRun = (id: SessionId, status: RunRecord['status'], error?: RunRecord['error']) => {
  const run = {
    runId: 'run_1',
    sessionId: id,
    status,
    createdAt: 1,
    ...(error === undefined ? {} : { error }),
  }
  sessions.set(id, { ...folds(id), runs: { ['run_1' as RunId]: run as unknown as RunRecord } })
}
const chat = (letter: string) =>
  folds(SET).attempts?.attempts.find((each) => each.letter === letter)?.sessionId ?? SET
const stateOf = (of: 'A' | 'B') => folds(SET).attempts?.checks[of]?.state

beforeEach(() => {
  ;[sessions, costs, sent, stopped, removed] = [new Map(), new Map(), [], [], []]
  ;[isTrusted, count] = [true, 0]
  check = async () => ({ state: 'passed', exitCode: 0, output: 'ok' })
})

it('starts each attempt with the task and its own words, from one commit', async () => {
  await open().start(wish)
  expect(sent).toEqual(['Improve the tide\nat noon', 'Improve the tide\nat noon\n\nBe bold'])
  const view = await open().view(SET)
  expect(view.attempts.map(({ letter, effort, summary }) => [letter, effort, summary])).toEqual([
    ['A', null, 'It is better.'],
    ['B', 'high', 'It is better.'],
  ])
  expect(view.attempts[0]?.changes?.state).toBe('missing')
})

it('refuses a check command without the trust of the person', async () => {
  isTrusted = false
  await expect(open().start(wish)).rejects.toThrow('needs your trust')
  expect(sent).toEqual([])
})

it('checks an attempt that is done, and none that failed', async () => {
  const attempts = open()
  await attempts.start(wish)
  setRun(chat('A'), 'completed')
  setRun(chat('B'), 'failed', { code: 'other', message: 'No model.', recoverable: false })
  attempts.ended(SET, 'A', true)
  attempts.ended(SET, 'B', false)
  await expect.poll(() => stateOf('A')).toBe('passed')
  expect(stateOf('B')).toBeUndefined()
  expect((await attempts.view(SET)).attempts[1]).toMatchObject({ state: 'failed', problem: 'No model.' })
})

it('stops a check that hangs, and removes no worktree under it', async () => {
  const attempts = open()
  check = (signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  await attempts.start(wish)
  await attempts.check(SET, 'A')
  await expect.poll(() => stateOf('A')).toBe('running')
  await expect(attempts.remove(SET, 'A', false)).rejects.toThrow('The check is running')
  attempts.stop(SET, 'A')
  await expect.poll(() => stateOf('A')).toBe('stopped')
  await attempts.remove(SET, 'A', false)
  expect(removed).toEqual([['wtr_00000001', false]])
  await expect(attempts.check(SET, 'A')).rejects.toThrow('no longer known')
})

it('reports a check that cannot start, and one that an exit of the app interrupted', async () => {
  const attempts = open()
  check = async () => {
    throw new Error('ENOSPC: no space left on device')
  }
  await attempts.start(wish)
  await attempts.check(SET, 'A')
  await expect.poll(() => stateOf('A')).toBe('broken')
  check = () => new Promise(() => {})
  await attempts.check(SET, 'B')
  await expect.poll(() => stateOf('B')).toBe('running')
  open().recover()
  expect(stateOf('B')).toBe('interrupted')
})

it('adds attempts to a set that has started, each with a letter of its own, up to the most', async () => {
  const attempts = open()
  const id = await attempts.start(wish)
  const more = { model: 'a/three', effort: null, words: 'Be brief' } as const
  await Promise.all([attempts.add(id, more), attempts.add(id, more)])
  expect(folds(id).attempts?.attempts.map(({ letter }) => letter)).toEqual(['A', 'B', 'C', 'D'])
  expect(sent.at(-1)).toContain('Be brief')
  await attempts.add(id, more)
  await attempts.add(id, more)
  await expect(attempts.add(id, more)).rejects.toThrow('6')
  costs.set(folds(id).attempts?.attempts[0]?.sessionId ?? id, 2)
  await expect(attempts.add(id, more)).rejects.toThrow()
})

it('stops all attempts when they have spent the limit together', async () => {
  const attempts = open()
  await attempts.start(wish)
  setRun(chat('A'), 'running')
  setRun(chat('B'), 'running')
  costs.set(chat('A'), 1.2)
  attempts.spent(SET)
  expect(stopped).toEqual([])
  costs.set(chat('B'), 0.9)
  attempts.spent(SET)
  expect(stopped.map(([id]) => id)).toEqual([chat('A'), chat('B')])
  expect(stopped[0]?.[1]).toContain('$2.00')
  expect((await attempts.view(SET)).isLimited).toBe(true)
})
