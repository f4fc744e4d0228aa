import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ProjectId, RunId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowRunDetail, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { RunLog } from '../../runs/run-log.ts'
import type { Supervisor } from '../../runs/supervisor.ts'
import type { Engine } from '../engine/engine.ts'
import type { Library } from '../engine/ports.ts'
import { parsedOrThrow } from '../engine/ready-script.ts'
import type { WorkflowHandle } from '../engine/run.ts'
import type { AgentPlace, PlacedRunner } from './agent-runner.ts'
import { type Change, forked } from './fork.ts'
import { endedListing, listingAfter } from './listing.ts'
import { listingOf, type WorkflowRows } from './rows.ts'
import { createRunJournal } from './run-journal.ts'
import { openSession, type SessionMaking } from './workflow-session.ts'

type WorkflowsDeps = SessionMaking & {
  readonly engine: Engine
  readonly rows: WorkflowRows
  readonly log: RunLog & {
    readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[], also?: () => void) => unknown
  }
  readonly supervisor: Supervisor
  readonly agentsFor: (place: AgentPlace) => PlacedRunner
  readonly libraryFor: (projectId: ProjectId, cwd: string) => Library
  readonly schedule: (ms: number, act: () => void) => () => void
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  /** Tells windows that a line of the list has changed. */
  readonly listed: (listing: WorkflowRunListing) => void
  /** Called when an attempt is over, whichever way. */
  readonly ended: (run: WorkflowRunDetail) => void
}

/** What is started: a checked script with its bounds. */
export type Launch = {
  readonly projectId: ProjectId
  readonly cwd: string
  readonly launcherSessionId: SessionId | null
  readonly script: string
  readonly fileName: string
  readonly args: unknown
  readonly concurrency: number
  readonly budget: number | null
}

type Steering = Pick<WorkflowHandle, 'skip' | 'stopAgent' | 'retry'>
type Live = { readonly handle: WorkflowHandle; readonly runId: RunId }
type Attempt = { readonly reuseEdits: boolean; readonly change: Change | null }

/** Workflow runs: started, stopped, taken up again and forked, with everything finished kept. */
export function createWorkflows(deps: WorkflowsDeps) {
  const { rows } = deps
  const live = new Map<WorkflowRunId, Live>()
  const starting = new Set<WorkflowRunId>()

  const get = (id: WorkflowRunId): WorkflowRunDetail => {
    const run = rows.get(id)
    if (run !== null) return run
    throw new AppError('session.not_found', 'This workflow run is not stored here any more.')
  }

  const put = (run: WorkflowRunDetail): WorkflowRunListing => {
    rows.put(run)
    deps.listed(listingOf(run))
    return listingOf(run)
  }

  const begin = async (run: WorkflowRunDetail, attempt: Attempt): Promise<WorkflowRunListing> => {
    // A start takes a moment. Asked twice within it, a run would go on twice and do its work twice.
    if (live.has(run.id) || starting.has(run.id)) {
      throw new AppError('run.active', 'This run is going on already.')
    }
    starting.add(run.id)
    const started = await startAttempt(deps, run, attempt, {
      began: (at, begun) => {
        live.set(run.id, at)
        // Stored before anything else can happen to the run, so that it is never without its line.
        put(begun)
      },
      moved: (view) => put(listingAfter(get(run.id), view, deps.clock.now())),
      over: (view) => {
        live.delete(run.id)
        const ended = endedListing(get(run.id), view, deps.clock.now())
        put(ended)
        deps.ended(ended)
      },
    }).finally(() => starting.delete(run.id))
    return listingOf(started)
  }

  const at = (id: WorkflowRunId): Live => {
    const found = live.get(id)
    if (found !== undefined) return found
    throw new AppError('run.active', 'This run is not going on.')
  }

  return {
    get,
    /** A run's line, or null for one that is not stored here. */
    listing: (id: WorkflowRunId): WorkflowRunListing | null => {
      const run = rows.get(id)
      return run === null ? null : listingOf(run)
    },
    list: rows.page,
    /** Checks the script, stores the run and starts it. Nothing is stored when the script is wrong. */
    launch: async (launch: Launch): Promise<WorkflowRunListing> => {
      const run = await newRun(deps, launch)
      return begin(run, { reuseEdits: false, change: null })
    },
    resume: (id: WorkflowRunId, how: { budget?: number | null; reuseEdits: boolean }) => {
      const run = get(id)
      if (run.state === 'done')
        throw new AppError('run.illegal_transition', 'This run is done. Fork it to change something.')
      const budget = how.budget === undefined ? run.budget : how.budget
      return begin({ ...run, budget, attempt: run.attempt + 1 }, { reuseEdits: how.reuseEdits, change: null })
    },
    /** A new run with something changed, and everything that does not depend on it taken over. */
    fork: async (id: WorkflowRunId, change: Change, reuseEdits: boolean) => {
      const run = await forked(deps, get(id), change)
      return begin(run, { reuseEdits, change })
    },
    stop: async (id: WorkflowRunId): Promise<void> => {
      await live.get(id)?.handle.stop('stopped')
    },
    /** What a person can do to the agents of a run that goes on. */
    steering: (id: WorkflowRunId): Steering => at(id).handle,
    /** Marks what was going on when the app ended. Each can be taken up again. */
    recover: (): WorkflowRunDetail[] =>
      rows.live().map((run) => {
        const now = deps.clock.now()
        const over = { endedAt: now, updatedAt: now, agentsWaiting: 0 }
        const interrupted: WorkflowRunDetail = { ...run, ...over, state: 'interrupted' }
        rows.put(interrupted)
        return interrupted
      }),
    close: async (): Promise<void> => {
      await Promise.all([...live.values()].map(({ handle }) => handle.stop('interrupted')))
    },
  }
}

export type Workflows = ReturnType<typeof createWorkflows>

type View = ReturnType<WorkflowHandle['snapshot']>
type Follower = {
  readonly began: (live: Live, begun: WorkflowRunDetail) => void
  readonly moved: (view: View) => void
  readonly over: (view: View) => void
}

async function newRun(deps: WorkflowsDeps, launch: Launch): Promise<WorkflowRunDetail> {
  const { meta } = parsedOrThrow(launch.script, launch.fileName)
  const sessionId = await openSession(deps, { ...launch, name: meta.name })
  const now = deps.clock.now()
  return {
    id: deps.newId('workflowRun'),
    sessionId,
    projectId: launch.projectId,
    launcherSessionId: launch.launcherSessionId,
    name: meta.name,
    description: meta.description,
    state: 'running',
    attempt: 1,
    agentsDone: 0,
    agentsTotal: 0,
    agentsWaiting: 0,
    tokens: 0,
    budget: launch.budget,
    concurrency: launch.concurrency,
    usd: 0,
    createdAt: now,
    updatedAt: now,
    endedAt: null,
    forkOf: null,
    error: null,
    script: launch.script,
    args: launch.args as WorkflowRunDetail['args'],
  }
}

/** Runs one attempt under the supervisor. Resolves once the script runs; rejects when it cannot start. */
async function startAttempt(
  deps: WorkflowsDeps,
  run: WorkflowRunDetail,
  attempt: Attempt,
  follower: Follower,
): Promise<WorkflowRunDetail> {
  const { session } = deps.log.folds(run.sessionId)
  const contextId = session?.meta.activeContextId
  if (session === null || contextId === null || contextId === undefined) {
    throw new AppError('session.not_found', 'The log of this workflow run is gone, so it cannot go on.')
  }
  const memo = deps.rows.memo(run.id)
  return new Promise<WorkflowRunDetail>((resolve, reject) => {
    deps.supervisor.start({
      sessionId: run.sessionId,
      spec: { kind: 'workflow', contextId, agentId: 'build', model: session.meta.model },
      first: [],
      parentSignal: null,
      work: async ({ runId, signal }) => {
        let handle: WorkflowHandle | null = null
        const journal = createRunJournal({
          ...{ workflowRunId: run.id, sessionId: run.sessionId, contextId, runId },
          rows: deps.rows,
          publish: deps.log.publish,
          schedule: deps.schedule,
          stored: () => (handle === null ? undefined : follower.moved(handle.snapshot())),
          report: (error) => deps.logger.error('What happened in a workflow run could not be stored', error),
        })
        const agents = deps.agentsFor({
          projectId: run.projectId,
          cwd: session.cwd,
          sessionId: run.sessionId,
          runId,
        })
        try {
          handle = await deps.engine.start(
            {
              script: { source: run.script, fileName: `${run.name}.js` },
              args: run.args,
              attempt: run.attempt,
              concurrency: run.concurrency,
              budget: run.budget,
              memo,
              reuseEdits: attempt.reuseEdits || run.attempt > 1,
              edits: attempt.change?.edits ?? [],
              agents,
              journal,
              progress: journal,
              library: deps.libraryFor(run.projectId, session.cwd),
            },
            signal,
          )
        } catch (error) {
          reject(error)
          throw error
        }
        const now = deps.clock.now()
        const begun: WorkflowRunDetail = {
          ...run,
          state: 'running',
          endedAt: null,
          error: null,
          updatedAt: now,
        }
        follower.began({ handle, runId }, begun)
        resolve(begun)
        const ended = await handle.done
        journal.close()
        await agents.close()
        follower.over(handle.snapshot())
        if (ended.state === 'failed')
          throw ended.error === undefined ? failedSilently() : AppError.from(ended.error)
        if (ended.state !== 'done') throw new AppError('cancelled', `The workflow run was ${ended.state}.`)
      },
    })
  })
}

function failedSilently(): AppError {
  return new AppError('script.failed', 'The workflow run failed without saying why.')
}
