import { expect, it } from 'vitest'
import { ProjectId, WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { createApi } from '../../api.ts'
import { createWorkflowRunsStore } from './workflow-runs-store.ts'

const here = ProjectId.parse('prj_00000001')
const there = ProjectId.parse('prj_00000002')

const run = (name: string, createdAt: number, more: Partial<WorkflowRunListing> = {}) =>
  ({
    id: WorkflowRunId.parse(`wfr_0000${name}`),
    projectId: here,
    name,
    createdAt,
    state: 'done',
    ...more,
  }) as WorkflowRunListing

function createRig(runs: readonly WorkflowRunListing[]) {
  const api = createApi({
    call: async () => ({ ok: true, value: { runs, total: runs.length } }),
    onEvent: () => () => undefined,
  })
  const store = createWorkflowRunsStore(api, { until: () => 0, mark: () => undefined, now: () => 100 })
  const seen = () => {
    const state = store.store.getState()
    return { runs: state.runs?.map((each) => each.name), open: state.openRun?.slice(-4), total: state.total }
  }
  return { store, seen }
}

it('opens the newest run that is at work, else the newest', async () => {
  const working = createRig([run('aaaa', 3), run('bbbb', 2, { state: 'running' })])
  await working.store.load(here)
  const idle = createRig([run('aaaa', 3), run('bbbb', 2)])
  await idle.store.load(here)
  expect([working.seen().open, idle.seen().open]).toEqual(['bbbb', 'aaaa'])
})

it('puts a new run on top without leaving the one in view', async () => {
  const { store, seen } = createRig([run('aaaa', 3)])
  await store.load(here)
  store.listed(run('cccc', 9, { state: 'running' }))
  expect(seen()).toEqual({ runs: ['cccc', 'aaaa'], open: 'aaaa', total: 2 })
})

it('follows a change of a run in its place', async () => {
  const { store, seen } = createRig([run('aaaa', 3), run('bbbb', 2)])
  await store.load(here)
  store.listed(run('bbbb', 2, { state: 'stopped' }))
  expect(seen()).toEqual({ runs: ['aaaa', 'bbbb'], open: 'aaaa', total: 2 })
})

it('leaves out runs of other projects', async () => {
  const { store, seen } = createRig([run('aaaa', 3)])
  await store.load(here)
  store.listed(run('cccc', 9, { projectId: there }))
  expect(seen().runs).toEqual(['aaaa'])
})

it('keeps an earlier run that was opened from the history', async () => {
  const { store, seen } = createRig([run('aaaa', 3)])
  await store.load(here)
  store.show(run('oldy', 1))
  await store.load(here)
  expect(seen()).toEqual({ runs: ['aaaa', 'oldy'], open: 'oldy', total: 2 })
})

it('puts a summoned run of another project in view and keeps it when that project is read', async () => {
  const { store, seen } = createRig([run('aaaa', 3)])
  await store.load(here)
  store.summon(run('wild', 1, { projectId: there }))
  await store.load(there)
  expect([seen().open, store.store.getState().projectId, store.store.getState().summons]).toEqual([
    'wild',
    there,
    1,
  ])
})

it('knows what ended since the person last looked, and forgets it once they look', async () => {
  const { store } = createRig([
    run('aaaa', 3, { state: 'failed', endedAt: 50 }),
    run('bbbb', 2, { state: 'done', endedAt: null }),
  ])
  await store.watch()
  const before = store.store.getState().attention.map(({ name, kind }) => [name, kind])
  store.look(here)
  expect([before, store.store.getState().attention]).toEqual([[['aaaa', 'failed']], []])
})

it('counts the agents of runs that were at work before this window could be told', async () => {
  const { store } = createRig([
    run('aaaa', 3, { state: 'running', concurrency: 4, agentsTotal: 9, agentsDone: 7 }),
    run('bbbb', 2, { state: 'done' }),
  ])
  await store.watch()
  const count = Object.values(store.store.getState().atWork).reduce((sum, each) => sum + each, 0)
  expect(count).toBe(2)
})

it('takes all news of every project for seen when the person says so, but not what waits for them', async () => {
  const { store } = createRig([
    run('aaaa', 3, { projectId: there, state: 'failed', endedAt: 50 }),
    run('bbbb', 2, { projectId: there, state: 'running', agentsWaiting: 1 }),
  ])
  await store.watch()
  store.look(here)
  expect(store.store.getState().attention.map(({ name }) => name)).toEqual(['bbbb', 'aaaa'])
  store.seeAll()
  expect(store.store.getState().attention.map(({ name }) => name)).toEqual(['bbbb'])
})

it('does not take for news again what was seen, when something else about the run changes', async () => {
  const near = run('aaaa', 3, { projectId: there, state: 'running', warnedAt: 60 })
  const seen = createRig([near])
  await seen.store.watch()
  seen.store.look(here)
  seen.store.seeAll()
  seen.store.listed({ ...near, agentsDone: 7 })
  const looked = createRig([near])
  await looked.store.watch()
  looked.store.look(there)
  looked.store.look(null)
  looked.store.listed({ ...near, agentsDone: 7 })
  looked.store.listed({ ...near, state: 'failed', endedAt: 150 })
  expect([seen, looked].map(({ store }) => store.store.getState().attention.map(({ kind }) => kind))).toEqual(
    [[], ['failed']],
  )
})
