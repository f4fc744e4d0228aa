import type { Database } from 'better-sqlite3'
import { WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowState } from '#shared/workflow/workflow.ts'
import { WorkflowRunDetail, type WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { createMemoRows } from './memo-rows.ts'

type RunRow = {
  readonly id: string
  readonly session_id: string
  readonly project_id: string
  readonly state: string
  readonly name: string
  readonly created_at: number
  readonly updated_at: number
  readonly script: string
  readonly args: string
  readonly listing: string
}

/** The filter for runs. A missing field matches everything. */
export type RunFilter = {
  readonly projectId: string | null
  readonly states?: readonly WorkflowState[]
  readonly name?: string
  readonly offset: number
  readonly limit: number
}

/** Runs as rows, together with their journals. */
export function createWorkflowRows(db: Database) {
  const put = db.prepare<[RunRow]>(
    `INSERT INTO workflow_runs (id, session_id, project_id, state, name, created_at, updated_at, script, args, listing)
     VALUES (@id, @session_id, @project_id, @state, @name, @created_at, @updated_at, @script, @args, @listing)
     ON CONFLICT (id) DO UPDATE SET state = @state, updated_at = @updated_at, listing = @listing`,
  )
  const one = db.prepare<[string], RunRow>('SELECT * FROM workflow_runs WHERE id = ?')
  const ending = db.prepare<[string, string, string], RunRow>(
    `SELECT * FROM workflow_runs WHERE project_id = ? AND substr(id, -length(?)) = ?
     ORDER BY created_at DESC, id DESC LIMIT 1`,
  )
  const has = db.prepare<[string], { id: string }>('SELECT id FROM workflow_runs WHERE id = ?')
  const live = db.prepare<[], RunRow>("SELECT * FROM workflow_runs WHERE state = 'running'")
  // Rows without the marker are older than it, and were reported.
  const untold = db.prepare<[], RunRow>(
    `SELECT * FROM workflow_runs WHERE state <> 'running' AND listing ->> '$.launcherSessionId' IS NOT NULL
     AND listing ->> '$.told' < listing ->> '$.attempt' ORDER BY updated_at`,
  )
  const condition = `(@project IS NULL OR project_id = @project) AND (@name IS NULL OR instr(lower(name), lower(@name)) > 0)
     AND (@states IS NULL OR state IN (SELECT value FROM json_each(@states)))`
  type Bound = {
    project: string | null
    name: string | null
    states: string | null
    offset: number
    limit: number
  }
  const page = db.prepare<[Bound], RunRow>(
    `SELECT * FROM workflow_runs WHERE ${condition} ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
  )
  const count = db.prepare<[Bound], { total: number }>(
    `SELECT count(*) AS total FROM workflow_runs WHERE ${condition}`,
  )
  return {
    ...createMemoRows(db),
    put: (run: WorkflowRunDetail): void => void put.run(rowOf(run)),
    /** Also true for a row of a later version, which cannot be read here. */
    has: (id: WorkflowRunId): boolean => has.get(id) !== undefined,
    get: (id: WorkflowRunId): WorkflowRunDetail | null => detailOf(one.get(id)),
    /** The newest run of a project whose id ends like this. */
    ending: (projectId: string, end: string): WorkflowRunDetail | null =>
      detailOf(ending.get(projectId, end, end)),
    /** Runs that were going on when the app was last here. */
    live: (): WorkflowRunDetail[] => live.all().flatMap((row) => detailOf(row) ?? []),
    /** Notes that the launching chat was told how an attempt ended. */
    told: (id: WorkflowRunId, attempt: number): void => {
      const run = detailOf(one.get(id))
      if (run !== null) put.run(rowOf({ ...run, told: Math.max(attempt, run.told ?? 0) }))
    },
    /** Runs whose end the chat that launched them was not told of. */
    untold: (): WorkflowRunDetail[] => untold.all().flatMap((row) => detailOf(row) ?? []),
    page: (filter: RunFilter): { runs: WorkflowRunListing[]; total: number } => {
      const { offset, limit } = filter
      const states = filter.states === undefined ? null : JSON.stringify(filter.states)
      const bound: Bound = { project: filter.projectId, name: filter.name ?? null, states, offset, limit }
      const runs = page.all(bound).flatMap((row) => detailOf(row) ?? [])
      return { runs: runs.map(listingOf), total: count.get(bound)?.total ?? 0 }
    },
  }
}

export type WorkflowRows = ReturnType<typeof createWorkflowRows>

/** Returns the listing of a run: everything but its launch input. */
export function listingOf({
  script: _script,
  args: _args,
  edits: _edits,
  reuseEdits: _reuseEdits,
  agentDefaults: _agentDefaults,
  gist: _gist,
  elsewhere: _elsewhere,
  ...listing
}: WorkflowRunDetail): WorkflowRunListing {
  return listing
}

function rowOf(run: WorkflowRunDetail): RunRow {
  return {
    id: run.id,
    session_id: run.sessionId,
    project_id: run.projectId,
    state: run.state,
    name: run.name,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    script: run.script,
    args: JSON.stringify(run.args),
    listing: JSON.stringify({
      ...listingOf(run),
      edits: run.edits,
      reuseEdits: run.reuseEdits,
      gist: run.gist,
      elsewhere: run.elsewhere,
      agentDefaults: run.agentDefaults,
    }),
  }
}

function detailOf(row: RunRow | undefined): WorkflowRunDetail | null {
  if (row === undefined) return null
  const json: unknown = JSON.parse(row.listing)
  const parsed = WorkflowRunDetail.safeParse({
    ...(typeof json === 'object' ? json : {}),
    id: WorkflowRunId.parse(row.id),
    script: row.script,
    args: JSON.parse(row.args),
  })
  // A row of a later version stays where it is and is passed over.
  return parsed.success ? parsed.data : null
}
