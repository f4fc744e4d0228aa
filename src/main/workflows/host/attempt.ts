import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Supervisor } from '../../runs/run/supervisor.ts'
import type { Engine, PreparedRun } from '../engine/engine.ts'
import type { Library } from '../engine/ports.ts'
import type { WorkflowHandle } from '../engine/run.ts'
import type { AgentPlace, PlacedRunner } from './agent-runner.ts'
import { createPace } from './pace.ts'
import type { WorkflowRows } from './rows.ts'
import { createRunJournal } from './run-journal.ts'
import type { UsedBefore } from './used-before.ts'

export type AttemptDeps = {
  readonly engine: Engine
  readonly rows: WorkflowRows
  readonly log: RunLog & {
    readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[], also?: () => void) => unknown
  }
  /** Commits what was published, or throws. */
  readonly commit: () => void
  readonly supervisor: Supervisor
  readonly agentsFor: (place: AgentPlace) => PlacedRunner
  readonly libraryFor: (projectId: ProjectId, cwd: string) => Library
  readonly schedule: (ms: number, act: () => void) => () => void
  readonly usedBefore: UsedBefore
  readonly clock: Clock
  readonly logger: Logger
}

/** A running workflow run. */
export type Live = { readonly handle: WorkflowHandle; readonly runId: RunId }

/** Update interval of a run's row in the list, in milliseconds. */
const LINE_MS = 200

type View = ReturnType<WorkflowHandle['snapshot']>
type Follower = {
  readonly began: (live: Live, begun: WorkflowRunDetail) => void
  readonly moved: (view: View) => void
  /** `write` stores what could not be stored of the attempt so far, or throws. */
  readonly over: (view: View, write: () => void) => void
}

/** A run and its script, ready to begin. */
export type Begun = { readonly run: WorkflowRunDetail; readonly ready: PreparedRun }

/** Runs one attempt under the supervisor. Resolves once the script runs; rejects when it cannot start. */
export async function startAttempt(
  deps: AttemptDeps,
  { run, ready }: Begun,
  follower: Follower,
): Promise<WorkflowRunDetail> {
  const { session } = deps.log.folds(run.sessionId)
  const contextId = session?.meta.activeContextId
  if (session === null || contextId === null || contextId === undefined) {
    throw AppError.saying('session.not_found', say('run.logGone'))
  }
  const memo = deps.rows.memo(run.id)
  return new Promise<WorkflowRunDetail>((resolve, reject) => {
    deps.supervisor.start({
      sessionId: run.sessionId,
      spec: { kind: 'workflow', contextId, agentId: 'build', model: session.meta.model },
      first: [],
      parentSignal: null,
      work: async ({ runId, signal }) => {
        let handle: WorkflowHandle
        const journal = openJournal(deps, run, { contextId, runId }, follower.moved)
        const agents = deps.agentsFor({
          projectId: run.projectId,
          cwd: session.cwd,
          sessionId: run.sessionId,
          runId,
          gist: run.gist,
          agentDefaults: run.agentDefaults,
        })
        try {
          handle = ready.begin(
            {
              name: `${run.name} #${run.id.slice(-4)}`,
              attempt: run.attempt,
              concurrency: run.concurrency,
              budget: run.budget,
              warnAt: run.warnAt,
              budgetUsd: run.budgetUsd,
              before: deps.usedBefore(run),
              memo,
              reuseEdits: run.reuseEdits,
              edits: run.edits,
              agentDefaults: run.agentDefaults,
              agents,
              journal,
              progress: journal,
              library: deps.libraryFor(run.projectId, session.cwd),
            },
            signal,
          )
        } catch (error) {
          reject(error)
          journal.close()
          throw error
        }
        const now = deps.clock.now()
        const begun: WorkflowRunDetail = {
          ...run,
          state: 'running',
          pausing: false,
          endedAt: null,
          error: null,
          updatedAt: now,
        }
        try {
          follower.began({ handle, runId }, begun)
        } catch (error) {
          reject(error)
          await handle.stop('interrupted')
          throw error
        }
        resolve(begun)
        const ended = await handle.done
        await agents.close()
        follower.over(handle.snapshot(), journal.close)
        if (ended.state === 'failed')
          throw ended.error === undefined ? failedSilently() : AppError.from(ended.error)
        if (ended.state !== 'done') throw AppError.cancelled(`The workflow run was ${ended.state}.`)
      },
    })
  })
}

/** Stores what happens in an attempt, and has the run's line in the list follow it. */
function openJournal(
  deps: AttemptDeps,
  run: WorkflowRunDetail,
  at: { readonly contextId: ContextId; readonly runId: RunId },
  moved: Follower['moved'],
) {
  const report = (error: unknown) =>
    deps.logger.error('What happened in a workflow run could not be stored', error, { workflowRunId: run.id })
  const line = createPace(deps.schedule, LINE_MS, () => {
    const { workflow } = deps.log.folds(run.sessionId)
    if (workflow === null) return
    try {
      moved(workflow)
    } catch (error) {
      report(error)
    }
  })
  const journal = createRunJournal({
    workflowRunId: run.id,
    sessionId: run.sessionId,
    ...at,
    rows: deps.rows,
    publish: deps.log.publish,
    commit: deps.commit,
    schedule: deps.schedule,
    stored: line.ask,
    report,
  })
  const close = () => {
    line.close()
    journal.close()
  }
  return { ...journal, close }
}

function failedSilently(): AppError {
  return AppError.saying('script.failed', say('run.noReason'))
}
