import { AppError } from '#shared/errors.ts'
import type { ProjectId, RunId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowMeta } from '#shared/workflow/workflow.ts'
import type { WorkflowRunDetail, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { NewId } from '../../lib/ids.ts'
import type { PreparedRun } from '../engine/engine.ts'
import { parsedOrThrow } from '../engine/ready-script.ts'
import type { WorkflowHandle } from '../engine/run.ts'
import { type AttemptDeps, type Begun, type Live, startAttempt } from './attempt.ts'
import { type Change, forked, startOf } from './fork.ts'
import { createLateWrites } from './late-writes.ts'
import { endedListing, figuresOf, listingAfter } from './listing.ts'
import { missedResults } from './missed-results.ts'
import { type Launch, newRun } from './new-run.ts'
import { listingOf } from './rows.ts'
import { createStarts } from './starts.ts'
import { createStoredRuns } from './stored-runs.ts'
import type { SessionMaking } from './workflow-session.ts'

type WorkflowsDeps = SessionMaking &
  AttemptDeps & {
    readonly newId: NewId
    /** The person trusts the code that came with a project, or none did. */
    readonly trusts: (projectId: ProjectId) => Promise<boolean>
    /** Tells windows that a line of the list has changed. */
    readonly listed: (listing: WorkflowRunListing) => void
    /** Called when a run has passed its warning threshold. It continues. */
    readonly warned: (run: WorkflowRunDetail, runId: RunId) => void
    /** Called when an attempt is over, whichever way. */
    readonly ended: (run: WorkflowRunDetail) => void
  }

/** Changes for a resumed run. */
export type TakeUp = {
  readonly budget?: number | null
  readonly budgetUsd?: number | null
  readonly concurrency?: number
  /** The chat that resumes it and gets the completion notice instead of the launcher. */
  readonly launcherSessionId?: SessionId
}

type Steering = Pick<WorkflowHandle, 'skip' | 'stopAgent' | 'retry'>
/** A check only waits for a sandbox to open. */
const CHECK_MS = 20_000

/** Workflow runs: started, stopped, taken up again and forked, with everything finished kept. */
export function createWorkflows(deps: WorkflowsDeps) {
  const { rows } = deps
  const stored = createStoredRuns(rows)
  const { get } = stored

  const closing = new AbortController()
  const { live, put, late, begin, at } = createGoing(deps, get, closing.signal)
  const starts = createStarts((id) => live.has(id))

  return {
    ...stored,
    /** Throws what a launch with this script and these arguments would, and does nothing. */
    check: (script: string, fileName: string, args: unknown): Promise<void> =>
      deps.engine.check({ source: script, fileName }, args, AbortSignal.timeout(CHECK_MS)),
    /** Checks the script, stores the run and starts it. Nothing is stored when it or its arguments are wrong. */
    launch: (launch: Launch): Promise<WorkflowRunListing> =>
      checked(deps, launch, closing.signal, async (ready, meta) =>
        begin({ run: await newRun(deps, launch, meta), ready }, closing.signal),
      ),
    resume: (id: WorkflowRunId, how: TakeUp) =>
      starts.once(id, async (stopped) => {
        late.settle(id)
        const run = takenUp(await mayGoOn(deps, get(id)), how)
        const start = { ...run, fileName: `${run.name}.js` }
        const signal = AbortSignal.any([stopped, closing.signal])
        return checked(deps, start, signal, (ready) => begin({ run, ready }, signal))
      }),
    /** A new run with something changed, and everything that does not depend on it taken over. */
    fork: async (id: WorkflowRunId, change: Change, reuseEdits: boolean) => {
      const of = await mayGoOn(deps, get(id))
      return checked(deps, startOf(of, change), closing.signal, async (ready, meta) => {
        const run = await forked(deps, of, change, meta)
        return begin({ run: { ...run, reuseEdits }, ready }, closing.signal)
      })
    },
    /**
     * Pauses the run once its running agents finish, unless its script ends first. No further agent starts.
     */
    pause: (id: WorkflowRunId): void => {
      at(id).handle.pause()
      // It may have been paused at once.
      if (live.has(id)) put({ ...get(id), pausing: true })
    },
    stop: async (id: WorkflowRunId): Promise<void> => {
      await starts.stop(id)
      const going = live.get(id)
      if (going !== undefined) await going.handle.stop('stopped')
      else if (get(id).state === 'paused') deps.listed(listingOf(ended(deps, get(id), 'stopped')))
    },
    /** Returns the person's controls over the agents of a running run. */
    steering: (id: WorkflowRunId): Steering => at(id).handle,
    /** Marks what was going on when the app ended. Each can be taken up again. */
    recover: (): WorkflowRunDetail[] => rows.live().flatMap((run) => recovered(deps, run)),
    close: async (): Promise<void> => {
      closing.abort(AppError.cancelled('Orrery was closed before the run began.'))
      await Promise.all(starts.ids().map(starts.stop))
      await Promise.all([...live.values()].map(({ handle }) => handle.stop('interrupted')))
    },
  }
}

export type Workflows = ReturnType<typeof createWorkflows>

/** Tracks running runs until their end is stored and announced. */
function createGoing(
  deps: WorkflowsDeps,
  get: (id: WorkflowRunId) => WorkflowRunDetail,
  closing: AbortSignal,
) {
  const { rows } = deps
  const live = new Map<WorkflowRunId, Live>()

  const put = (run: WorkflowRunDetail): WorkflowRunListing => {
    rows.put(run)
    deps.listed(listingOf(run))
    return listingOf(run)
  }

  const late = createLateWrites({
    schedule: deps.schedule,
    report: (error, workflowRunId) =>
      deps.logger.error('The end of a workflow run could not be stored yet', error, { workflowRunId }),
  })

  /** The end is announced even if the disk fails. */
  const over = (ended: WorkflowRunDetail, write: () => void): void => {
    live.delete(ended.id)
    late.write(ended.id, () => {
      write()
      rows.put({ ...ended, told: rows.get(ended.id)?.told ?? ended.told })
    })
    deps.listed(listingOf(ended))
    deps.ended(ended)
  }

  const moved = (run: WorkflowRunDetail, view: WorkflowView): void => {
    const next = listingAfter(run, view, deps.clock.now())
    put(next)
    const runId = live.get(run.id)?.runId
    if (run.warnedAt === null && next.warnedAt !== null && runId !== undefined) deps.warned(next, runId)
  }

  const begin = async (begun: Begun, signal: AbortSignal): Promise<WorkflowRunListing> => {
    const { run } = begun
    const started = await startAttempt(deps, begun, {
      began: (at, now) => {
        live.set(run.id, at)
        const told = rows.get(run.id)?.told ?? now.told
        // Stored before anything else can happen to the run, so that it is never without its line.
        put({ ...now, told })
        if (signal.aborted) void at.handle.stop(closing.aborted ? 'interrupted' : 'stopped')
      },
      moved: (view) => moved(get(run.id), view),
      over: (view, write) => over(endedListing(get(run.id), view, deps.clock.now()), write),
    })
    return listingOf(started)
  }

  const at = (id: WorkflowRunId): Live => {
    const found = live.get(id)
    if (found !== undefined) return found
    throw AppError.saying('run.active', say('run.notGoingOn'))
  }

  return { live, put, late, begin, at }
}

/** A run that came with a folder is code that came with it: taking it up needs the same trust. */
async function mayGoOn({ trusts }: WorkflowsDeps, run: WorkflowRunDetail): Promise<WorkflowRunDetail> {
  if (!run.imported || (await trusts(run.projectId))) return run
  throw AppError.saying('project.denied', say('run.untrusted'))
}

/** Does what stores something only once the script and its arguments are known to be right. */
async function checked<T>(
  { engine }: WorkflowsDeps,
  { script, fileName, args }: Pick<Launch, 'script' | 'fileName' | 'args'>,
  signal: AbortSignal,
  act: (ready: PreparedRun, meta: WorkflowMeta) => Promise<T>,
): Promise<T> {
  const { meta } = parsedOrThrow(script, fileName)
  const named = { source: script, fileName: `${meta.name}.js` }
  const ready = await engine.prepare(named, args, AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]))
  try {
    return await act(ready, meta)
  } catch (error) {
    await ready.close()
    throw error
  }
}

/** The next attempt at a run, with what is different in it. */
function takenUp(run: WorkflowRunDetail, how: TakeUp): WorkflowRunDetail {
  if (run.state === 'done') throw AppError.saying('run.illegal_transition', say('run.done'))
  // Under another ceiling, the line is another one too.
  const warnedAt = how.budget === undefined && how.budgetUsd === undefined ? run.warnedAt : null
  return { ...run, ...how, warnedAt, attempt: run.attempt + 1, imported: false }
}

/** One run that cannot be marked, for example on a full disk, must not keep the app from starting. */
function recovered(deps: WorkflowsDeps, run: WorkflowRunDetail): WorkflowRunDetail[] {
  try {
    return [ended(deps, run, 'interrupted')]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.error('A workflow run could not be marked as interrupted', error, { workflowRunId: run.id })
    return []
  }
}

/** Ends a run that is not running in this app. */
function ended(
  { rows, log, clock, usedBefore }: WorkflowsDeps,
  run: WorkflowRunDetail,
  state: 'interrupted' | 'stopped',
): WorkflowRunDetail {
  const now = clock.now()
  const over: WorkflowRunDetail = {
    ...run,
    state,
    endedAt: now,
    updatedAt: now,
    agentsWaiting: 0,
    pausing: false,
    // Its line may be older than the last thing its agents did.
    ...figuresOf(usedBefore(run)),
  }
  const contextId = log.folds(run.sessionId).session?.meta.activeContextId
  if (contextId === null || contextId === undefined) rows.put(over)
  else {
    // It ended when it was last heard of, not when the app was started again.
    const payload = { state, spent: over.tokens, happenedAt: run.updatedAt }
    const missed = missedResults(rows.announcements(run.id), log.folds(run.sessionId).workflow)
    const events = [...missed, { kind: 'workflow.ended' as const, payload }]
    log.publish(
      run.sessionId,
      events.map((event) => ({ ...event, contextId })),
      () => rows.put(over),
    )
  }
  return over
}
