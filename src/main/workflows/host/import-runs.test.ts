import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { ContextId, ProjectId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import { USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import { createRunImport } from './import-runs.ts'

const projectId = ProjectId.parse('prj_00000001')
const id = (name: string) => WorkflowRunId.parse(`wfr_0000${name}`)
const NOW = 1_000_000
const never = new AbortController().signal

let root: string
let folder: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'orrery runs 中文-'))
  folder = join(root, '.orrery', 'workflow-runs')
  await mkdir(folder, { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** The rows and the log, as far as an import touches them. */
function createRig(limits = { state: 200_000, journal: 200_000, entries: 3 }) {
  const rows = new Map<WorkflowRunId, WorkflowRunDetail>()
  const memo: MemoEntry[] = []
  const events: NewDurableEvent[] = []
  const take = createRunImport({
    rows: {
      has: (run) => rows.has(run),
      put: (run) => void rows.set(run.id, run),
      putMemo: (_run, entry) => void memo.push(entry),
    },
    sessions: {
      create: async () => SessionId.parse('ses_00000009'),
      get: () => {
        throw new Error('no launcher is asked for')
      },
    },
    defaultModel: () => 'orrery/practice',
    log: {
      folds: () => ({ session: { meta: { activeContextId: ContextId.parse('ctx_00000001') } } }) as never,
      publish: (_session, news, also) => {
        events.push(...news)
        also?.()
      },
    },
    clock: { now: () => NOW },
    limits,
  })
  const imported = () => take({ projectId, cwd: root, folder }, never)
  return { rows, memo, events, imported }
}

const agent = (agentId: number, more = {}) => ({
  agentId,
  label: `a${agentId}`,
  phase: null,
  group: null,
  key: `k${agentId}`,
  nth: 0,
  prompt: 'p',
  model: null,
  agentType: null,
  isolation: null,
  state: 'done',
  attempt: 1,
  memo: false,
  waits: null,
  ref: { sessionId: 'ses_00000777', runId: 'run_00000777' },
  result: null,
  cost: null,
  tools: 2,
  error: null,
  startedAt: 110,
  endedAt: 120,
  ...more,
})
const view = (more = {}) => ({
  state: 'done',
  name: 'tale',
  attempt: 1,
  declaredPhases: [],
  phases: [{ title: 'Look', group: null }],
  agents: [agent(1), agent(2, { state: 'running', endedAt: null })],
  logs: [{ level: 'info', text: 'hello', phase: null, group: null, at: 130 }],
  budget: null,
  concurrency: 3,
  startedAt: 100,
  endedAt: 140,
  value: { ok: 1 },
  error: null,
  ...more,
})
const state = (name: string, more = {}) => ({
  schemaVersion: 1,
  run: {
    id: id(name),
    sessionId: 'ses_00000777',
    projectId: 'prj_00000777',
    launcherSessionId: null,
    name: 'tale',
    description: '',
    state: 'done',
    attempt: 1,
    agentsDone: 1,
    agentsTotal: 2,
    tokens: 5,
    budget: null,
    concurrency: 3,
    usd: null,
    createdAt: 100,
    updatedAt: 140,
    endedAt: 140,
    forkOf: null,
    error: null,
    script: 'return 1',
    args: { a: 1 },
    view: view(),
    ...more,
  },
})
const line = (key: string) =>
  JSON.stringify({
    key,
    nth: 0,
    kind: 'ok',
    value: 'v',
    cost: { usage: { input: 1, output: 1 }, usd: null },
    hadWriteTools: true,
    label: 'a',
    at: 120,
    ref: { sessionId: 'ses_00000777', runId: 'run_00000777' },
  })

async function put(name: string, text: string | object, journal: string | null = `${line('k1')}\n`) {
  const target = join(folder, id(name))
  await mkdir(target, { recursive: true })
  await writeFile(join(target, 'state.json'), typeof text === 'string' ? text : JSON.stringify(text))
  if (journal !== null) await writeFile(join(target, 'journal.jsonl'), journal)
}

it('takes over how patient a run was, and nothing that lets its agents do more here', async () => {
  const { rows, imported } = createRig()
  const agentDefaults = { timeoutMs: 60_000, idleMs: 30_000, retries: 2, ownWorktree: true }
  await put('aaaa', state('aaaa', { agentDefaults: { ...agentDefaults, permissionMode: 'bypass' } }))
  await put('bbbb', state('bbbb', { agentDefaults: { timeoutMs: -1 } }))
  await imported()
  expect([rows.get(id('aaaa')), rows.get(id('bbbb'))].map((run) => run?.agentDefaults)).toEqual([
    { ...agentDefaults, permissionMode: null },
    USUAL_AGENTS,
  ])
})

it('takes a run over as history of this project, once, and names nothing of the other machine', async () => {
  const { rows, memo, events, imported } = createRig()
  await put('aaaa', state('aaaa'))
  const first = await imported()
  const second = await imported()
  expect(first.problems).toEqual([])
  expect([first.runs.length, second]).toEqual([1, { runs: [], problems: [] }])
  expect(rows.get(id('aaaa'))).toMatchObject({
    projectId,
    sessionId: 'ses_00000009',
    launcherSessionId: null,
    state: 'done',
    imported: true,
    script: 'return 1',
    args: { a: 1 },
    createdAt: 100,
    endedAt: 140,
  })
  expect(memo.map((entry) => [entry.key, entry.ref])).toEqual([['k1', null]])
  expect(JSON.stringify(events)).not.toContain('00000777')
  expect(events.map((event) => event.kind)).toEqual([
    'workflow.started',
    'workflow.phase',
    ...Array.from({ length: 4 }, () => 'workflow.agent'),
    'workflow.log',
    'workflow.ended',
  ])
})

it('takes a run that was exported while it went on for an interrupted one', async () => {
  const { rows, events, imported } = createRig()
  await put('aaaa', state('aaaa', { state: 'running', endedAt: null }))
  await imported()
  const last = events.at(-1)
  expect([rows.get(id('aaaa'))?.state, last?.payload]).toMatchObject([
    'interrupted',
    { state: 'interrupted' },
  ])
  expect(events.flatMap((event) => (event.kind === 'workflow.agent' ? [event.payload.state] : []))).toEqual([
    'running',
    'done',
    'running',
    'stopped',
  ])
})

it('lets no moment of a file lie ahead or end before it began', async () => {
  const { rows, events, imported } = createRig()
  const wild = view({ startedAt: NOW * 9, agents: [agent(1, { startedAt: NOW * 8, endedAt: 3 })] })
  await put('aaaa', state('aaaa', { createdAt: NOW * 9, updatedAt: 0, endedAt: 1, view: wild }))
  await imported()
  expect(rows.get(id('aaaa'))).toMatchObject({ createdAt: NOW, updatedAt: NOW, endedAt: NOW })
  const moments = events.flatMap(({ payload }) => ('happenedAt' in payload ? [payload.happenedAt] : []))
  expect(new Set(moments)).toEqual(new Set([NOW]))
})

it('never touches a run that is stored here', async () => {
  const { rows, imported } = createRig()
  const mine = { id: id('aaaa'), name: 'mine' } as WorkflowRunDetail
  rows.set(mine.id, mine)
  await put('aaaa', state('aaaa', { name: 'theirs' }))
  expect([await imported(), rows.get(mine.id)]).toEqual([{ runs: [], problems: [] }, mine])
})

const DEEP = `{"schemaVersion":1,"run":${'['.repeat(60_000)}${']'.repeat(60_000)}}`

it.each([
  ['is empty', '', 'state.json is no valid JSON'],
  ['is cut off', JSON.stringify(state('aaaa')).slice(0, 300), 'state.json is no valid JSON'],
  ['is another kind of value', '[1]', 'state.json is not a run of this version'],
  [
    'is of a later version',
    { ...state('aaaa'), schemaVersion: 2 },
    'not a run of this version at schemaVersion',
  ],
  ['lacks its script', state('aaaa', { script: undefined }), 'not a run of this version at run.script'],
  ['has a field of a wrong kind', state('aaaa', { tokens: '5' }), 'at run.tokens'],
  ['holds a script that is too long', state('aaaa', { script: 'x'.repeat(600_000) }), 'is larger than'],
  ['wants a thousand agents at once', state('aaaa', { concurrency: 1_000 }), 'at run.concurrency'],
  ['names an agent beyond all bounds', state('aaaa', { view: view({ agents: [agent(5_000)] }) }), 'agentId'],
  ['is named like another run', state('bbbb'), 'state.json belongs to a run of another name'],
  ['is a path instead of an id', state('aaaa', { id: '../../etc' }), 'at run.id'],
  ['is nested without end', DEEP, 'state.json is'],
])('leaves out a run whose state %s, and says so once', async (_says, text, reason) => {
  const { rows, imported } = createRig()
  await put('aaaa', text)
  await put('good', state('good'))
  const { runs, problems } = await imported()
  expect(problems).toEqual([{ name: id('aaaa'), reason: expect.stringContaining(reason) }])
  expect([runs.map((run) => run.id), [...rows.keys()]]).toEqual([[id('good')], [id('good')]])
  expect((await imported()).problems).toEqual([])
})

it('keeps what can be read of a journal and counts the rest', async () => {
  const { memo, imported } = createRig()
  await put('aaaa', state('aaaa'), `${line('k1')}\n{"key":"k2"}\nnot json\n${line('k3')}\n${line('k4')}`)
  const { runs, problems } = await imported()
  expect([runs.length, memo.map(({ key }) => key)]).toEqual([1, ['k1']])
  expect(problems).toEqual([{ name: id('aaaa'), reason: 'journal.jsonl has 4 bad lines' }])
})

it('passes over folders without a state and names that are no runs', async () => {
  const { imported } = createRig()
  await mkdir(join(folder, id('aaaa')))
  await mkdir(join(folder, 'notes'))
  await writeFile(join(folder, 'wfr_0000file'), 'x')
  expect(await imported()).toEqual({ runs: [], problems: [] })
})

it.skipIf(process.platform === 'win32')('follows no link out of the folder', async () => {
  const { imported } = createRig()
  const secret = join(root, 'secret')
  await mkdir(secret)
  await writeFile(join(secret, 'state.json'), JSON.stringify(state('link')))
  await symlink(secret, join(folder, id('link')))
  await mkdir(join(folder, id('file')))
  await symlink(join(secret, 'state.json'), join(folder, id('file'), 'state.json'))
  expect(await imported()).toEqual({
    runs: [],
    problems: [{ name: id('file'), reason: 'state.json is no ordinary file' }],
  })
})

it.skipIf(process.platform === 'win32')('reads no folder of runs that is a link itself', async () => {
  const { imported } = createRig()
  await rm(folder, { recursive: true })
  await mkdir(join(root, 'elsewhere'))
  await symlink(join(root, 'elsewhere'), folder)
  const first = await imported()
  expect([first.problems.length, await imported()]).toEqual([1, { runs: [], problems: [] }])
})

it('finds nothing in a project that has no folder of runs', async () => {
  const { imported } = createRig()
  await rm(join(root, '.orrery'), { recursive: true })
  expect(await imported()).toEqual({ runs: [], problems: [] })
})
