import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProjectId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import { NO_COST } from '#shared/workflow/add-cost.ts'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import { WorkflowState } from '#shared/workflow/workflow.ts'
import { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createWorkflowRows, type RunFilter, type WorkflowRows } from './rows.ts'

const parent = WorkflowRunId.parse('wfr_00000001')
const fork = WorkflowRunId.parse('wfr_00000002')
const entry = (key: string): MemoEntry => ({
  key,
  nth: 0,
  kind: 'ok',
  value: { said: key },
  cost: NO_COST,
  hadWriteTools: true,
  label: key,
  ref: null,
  at: 1,
})

let log: ReturnType<typeof openTestLog>
let rows: WorkflowRows
beforeEach(() => {
  log = openTestLog()
  rows = createWorkflowRows(log.db)
})
afterEach(() => log.db.close())

describe('the journal of a fork', () => {
  it('is that of its parent, which keeps it, and says so', () => {
    for (const key of ['a', 'b']) rows.putMemo(parent, entry(key))
    rows.copyMemo(parent, fork)
    expect(rows.memo(fork)).toEqual(['a', 'b'].map((key) => ({ ...entry(key), taken: true })))
    expect(rows.memo(parent)).toEqual([entry('a'), entry('b')])
  })

  it('is copied as a whole or not at all', () => {
    for (const key of ['a', 'b', 'c']) rows.putMemo(parent, entry(key))
    rows.putMemo(fork, entry('c'))
    expect(() => rows.copyMemo(parent, fork)).toThrow()
    expect(rows.memo(fork).map(({ key }) => key)).toEqual(['c'])
  })
})

describe('the journal of a run', () => {
  it('counts the newest result of a call, where the first one was', () => {
    for (const key of ['a', 'b']) rows.putMemo(parent, entry(key))
    const again: MemoEntry = { ...entry('a'), value: 'again' }
    rows.putMemo(parent, again)
    expect(rows.memo(parent)).toEqual([again, entry('b')])
    expect(rows.memoOf(parent, 'a', 0)).toEqual(again)
    expect(rows.memoOf(parent, 'a', 1)).toBeNull()
  })

  it('has the announcements of its newest results, oldest first', () => {
    const event = (agentId: number) => ({ agentId, state: 'done' as const, attempt: 1 })
    rows.putMemo(parent, entry('imported'))
    for (const [at, key] of ['a', 'b'].entries()) rows.putMemo(parent, entry(key), event(at + 1))
    expect(rows.announcements(parent)).toEqual([
      { key: 'a', nth: 0, at: 1, event: event(1) },
      { key: 'b', nth: 0, at: 1, event: event(2) },
    ])
    expect(rows.announcements(fork)).toEqual([])
  })
})

const here = ProjectId.parse('prj_00000001')
const elsewhere = ProjectId.parse('prj_00000002')

type Told = Partial<Pick<WorkflowRunDetail, 'name' | 'state' | 'projectId' | 'createdAt'>>

/** Stores runs, the n-th of them under the id that ends in n. */
function stored(runs: readonly Told[]): readonly WorkflowRunDetail[] {
  const whole = runs.map((told, at) =>
    WorkflowRunDetail.parse({
      id: `wfr_0000000${at}`,
      sessionId: SessionId.parse(`ses_0000000${at}`),
      projectId: here,
      launcherSessionId: null,
      name: 'tale',
      description: '',
      state: 'done',
      attempt: 1,
      agentsDone: 0,
      agentsTotal: 0,
      tokens: 0,
      budget: null,
      concurrency: 3,
      usd: null,
      createdAt: at,
      updatedAt: at,
      endedAt: null,
      forkOf: null,
      error: null,
      script: '',
      args: null,
      ...told,
    }),
  )
  for (const run of whole) rows.put(run)
  return whole
}

const found = (filter: Partial<RunFilter>) => {
  const { runs, total } = rows.page({ projectId: here, offset: 0, limit: 50, ...filter })
  return { at: runs.map(({ id }) => Number(id.at(-1))), total }
}

describe('the history', () => {
  it('is of one project, newest first, or of all', () => {
    stored([{ createdAt: 5 }, { createdAt: 7 }, { projectId: elsewhere, createdAt: 9 }])
    expect(found({})).toEqual({ at: [1, 0], total: 2 })
    expect(found({ projectId: null })).toEqual({ at: [2, 1, 0], total: 3 })
  })

  it('tells runs of the same moment apart by their ids, so that pages neither overlap nor leave a run out', () => {
    stored([{ createdAt: 5 }, { createdAt: 5 }, { createdAt: 5 }])
    expect([0, 1, 2, 3].map((offset) => found({ offset, limit: 1 }))).toEqual([
      { at: [2], total: 3 },
      { at: [1], total: 3 },
      { at: [0], total: 3 },
      { at: [], total: 3 },
    ])
  })

  it('is filtered by state and by a piece of the name, which is no pattern', () => {
    stored([
      { name: 'review-changes', state: 'failed' },
      { name: 'review-changes' },
      { name: 'survey', state: 'failed' },
    ])
    expect(found({ states: ['failed', 'stopped'] }).at).toEqual([2, 0])
    expect(found({ states: [] }).at).toEqual([])
    expect(found({ name: 'VIEW-' }).at).toEqual([1, 0])
    expect(found({ name: 'view-', states: ['failed'] })).toEqual({ at: [0], total: 1 })
    for (const name of ['%', '_', '*', "'", 'survey*']) expect(found({ name }).at, name).toEqual([])
  })

  it('holds, for any runs and any filter, what a look at each of them would find', () => {
    const told = fc.record({
      name: fc.constantFrom('a', 'ab', 'b-a'),
      state: fc.constantFrom(...WorkflowState.options),
      projectId: fc.constantFrom(here, elsewhere),
      createdAt: fc.integer({ min: 0, max: 3 }),
    })
    const filter = fc.record(
      {
        projectId: fc.constantFrom(here, elsewhere, null),
        name: fc.constantFrom('a', 'b', 'A', '-'),
        states: fc.uniqueArray(fc.constantFrom(...WorkflowState.options)),
        offset: fc.nat(4),
        limit: fc.integer({ min: 1, max: 4 }),
      },
      { requiredKeys: ['projectId', 'offset', 'limit'] },
    )
    fc.assert(
      fc.property(fc.array(told, { maxLength: 9 }), filter, (runs, wanted) => {
        log.db.exec('DELETE FROM workflow_runs')
        const { projectId, name, states, offset, limit } = wanted
        const all = stored(runs)
          .filter((run) => projectId === null || run.projectId === projectId)
          .filter((run) => name === undefined || run.name.includes(name.toLowerCase()))
          .filter((run) => states === undefined || states.includes(run.state))
          .toSorted((one, other) => other.createdAt - one.createdAt || (other.id > one.id ? 1 : -1))
        const page = rows.page(wanted)
        expect(page.total).toBe(all.length)
        expect(page.runs.map(({ id }) => id)).toEqual(all.slice(offset, offset + limit).map(({ id }) => id))
      }),
      { numRuns: 60 },
    )
  })
})
