import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord, RunSpec } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { PathOf } from './closing.ts'
import { endingOf } from './ending.ts'
import { follow } from './follow-signal.ts'
import { createRun, endRun } from './run.ts'
import type { RunHandle } from './run-handle.ts'
import type { RunLog } from './run-log.ts'
import { isInBin } from './top-session.ts'

type Deps = {
  readonly log: RunLog
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  /** Grace period of an aborted run before it is abandoned, in milliseconds. */
  readonly graceMs: () => number
  readonly pathOf: PathOf
}

/** The inside of a run. It ends by returning, by throwing, or by its signal. */
export type Work = (run: RunHandle) => Promise<void>

type Start = {
  readonly sessionId: SessionId
  readonly spec: RunSpec
  /** Stored in the same transaction as the run's first state, for example the message that started it. */
  readonly first: readonly NewDurableEvent[]
  /** The session, where it begins with this run; it stands or falls with it. */
  readonly made?: readonly NewDurableEvent[]
  /** Aborts the run from above; null for a run that depends on nothing. */
  readonly parentSignal: AbortSignal | null
  readonly work: Work
  /** It has to wait before it begins, and stays pending until its inside says that it has. */
  readonly waits?: boolean
}

type Live = {
  readonly sessionId: SessionId
  /** Aborts it. False when it was asked to stop before; what stands above it may have aborted it all the same. */
  readonly stop: (reason: AppError) => boolean
  readonly done: Promise<RunRecord>
  /** Ends the run whatever its inside still does. */
  readonly finish: (reason: string) => void
  readonly isWaiting: () => boolean
  readonly leave: () => void
}

/**
 * Owns every run: its states, its one abort source and its ending. Whatever the inside does, a run that was
 * started reaches a terminal state, except one that waits for the person when the app closes: it waits on.
 */
export function createSupervisor(deps: Deps) {
  const live = new Map<RunId, Live>()
  let closed = false

  const checkOpen = (sessionId: SessionId): void => {
    if (closed) throw AppError.cancelled('Orrery is closing, so nothing more is started.')
    if (isInBin(deps.log, sessionId)) throw AppError.saying('session.not_found', say('run.inBin'))
  }

  const launch = (sessionId: SessionId, runId: RunId, parentSignal: AbortSignal | null, work: Work) => {
    const abort = new AbortController()
    const unfollow = parentSignal === null ? () => {} : follow(abort, parentSignal)
    const run = createRun(deps, sessionId, runId, abort.signal)
    let isAsked = false
    const stop = (reason: AppError): boolean => {
      const isNews = !isAsked
      isAsked = true
      abort.abort(reason)
      return isNews
    }
    let finish: Live['finish'] = () => {}
    const writtenOff = new Promise<RunRecord>((resolve) => {
      finish = (reason) => resolve(run.end('cancelled', { reason }))
    })
    let settle: (outcome: Promise<RunRecord>) => void = () => {}
    const done = new Promise<RunRecord>((resolve) => {
      settle = resolve
    }).finally(() => {
      live.delete(runId)
      unfollow()
    })
    const isWaiting = () => waitsOver(deps.log, run.handle.record())
    // Among the live ones before its inside does anything.
    live.set(runId, { sessionId, stop, done, finish, isWaiting, leave: run.leave })
    settle(Promise.race([runInside(deps, run, work), writtenOff]))
    return done
  }

  return {
    /**
     * Registers a run and starts it. Throws for a chat in the bin and all that works for it. `done` resolves with its final
     * record and never rejects.
     */
    start: (wanted: Start): { runId: RunId; done: Promise<RunRecord> } => {
      checkOpen(wanted.sessionId)
      const runId = register(deps, wanted)
      return { runId, done: launch(wanted.sessionId, runId, wanted.parentSignal, wanted.work) }
    },
    /** Resumes a run that waited for the person when the app closed. */
    adopt: (record: RunRecord, work: Work, parentSignal: AbortSignal | null): Promise<RunRecord> => {
      checkOpen(record.sessionId)
      if (live.has(record.runId)) {
        throw AppError.saying('run.already_registered', say('run.goesOn'))
      }
      return launch(record.sessionId, record.runId, parentSignal, work)
    },
    /** Whether the code of the run is active or unwinding. */
    isLive: (runId: RunId): boolean => live.has(runId),
    /** The logs whose runs are active, also while they wait for the person. */
    liveLogs: (): readonly SessionId[] => [...live.values()].map(({ sessionId }) => sessionId),
    /** Stops a run. Harmless when it has ended. Resolves when its final state is stored. */
    cancel: async (sessionId: SessionId, runId: RunId, reason: string): Promise<void> => {
      const running = live.get(runId)
      if (running === undefined) {
        const record = deps.log.folds(sessionId).runs[runId]
        if (record !== undefined && !isTerminal(record.status)) endRun(deps, record, 'cancelled', { reason })
        return
      }
      // First of all it stops: a disk that is full must not keep it going.
      if (running.stop(AppError.cancelled(reason))) noteCancel(deps, running.sessionId, runId, reason)
      await unwound(deps, [running], reason)
    },
    /** Stores the end of a run that has no inside any more, because its end could not be stored when it came. */
    bury: (record: RunRecord): void => endRun(deps, record, 'failed', UNSTORED_END),
    /** Resolves when no run is going on. A run that waits for the person counts as going on. */
    idle: async (): Promise<void> => {
      while (live.size > 0) await Promise.all([...live.values()].map((running) => running.done))
    },
    /** Stops everything and waits until it has ended. What waits for the person is left waiting. */
    close: async (reason: string): Promise<void> => {
      closed = true
      const running = [...live.values()]
      for (const each of running) {
        if (each.isWaiting()) each.leave()
        each.stop(AppError.cancelled(reason))
      }
      await unwound(deps, running, reason)
    },
  }
}

/**
 * Whether a run can wait across a restart: one of a chat, or of a chat's subagent. A script starts its agents
 * again itself.
 */
export function waitsOver(log: Pick<RunLog, 'folds'>, record: RunRecord): boolean {
  if (record.status !== 'awaiting_user') return false
  if (record.kind === 'chat') return true
  const { session } = log.folds(record.sessionId)
  const above = session?.parentSessionId ?? null
  return session?.kind === 'child' && above !== null && log.folds(above).session?.kind !== 'workflow'
}

export type Supervisor = ReturnType<typeof createSupervisor>

const UNSTORED_END = {
  reason: 'interrupted',
  error: AppError.saying('run.abandoned', say('run.endNotStored')),
}

/** Waits until these runs have ended, and writes off what has not when the grace is over. */
async function unwound(deps: Deps, running: readonly Live[], reason: string): Promise<void> {
  const ended = new AbortController()
  const late = deps.clock.after(deps.graceMs(), ended.signal).then(
    () => {
      for (const each of running) each.finish(reason)
    },
    () => {},
  )
  await Promise.all(running.map((each) => each.done))
  ended.abort()
  await late
}

/** Stores the first states of a run. */
function register(deps: Deps, { sessionId, spec, first, made = [], waits = false }: Start): RunId {
  const runId = deps.newId('run')
  const { contextId } = spec
  const registered: NewDurableEvent = {
    kind: 'run.status',
    runId,
    contextId,
    payload: { runId, from: null, to: 'pending', spec },
  }
  const begun: NewDurableEvent = {
    kind: 'run.status',
    runId,
    contextId,
    payload: { runId, from: 'pending', to: 'running' },
  }
  const before = [...made, ...first.map((event) => ({ ...event, runId, contextId }))]
  deps.log.publish(sessionId, waits ? [...before, registered] : [...before, registered, begun])
  return runId
}

/** Runs the inside and turns however it ended into one last event. */
async function runInside(deps: Deps, run: ReturnType<typeof createRun>, work: Work): Promise<RunRecord> {
  const { signal, runId } = run.handle
  try {
    await work(run.handle)
    return signal.aborted ? run.end(...endingOf(signal, null)) : run.end('completed', {})
  } catch (error) {
    const expected = error instanceof AppError || signal.aborted
    if (!expected) deps.logger.error('A run failed unexpectedly', error, { runId })
    return run.end(...endingOf(signal, error))
  }
}

function noteCancel(deps: Deps, sessionId: SessionId, runId: RunId, reason: string): void {
  try {
    deps.log.publish(sessionId, [
      { kind: 'audit', runId, payload: { action: 'run.cancel', actor: 'user', detail: { reason } } },
    ])
  } catch (error) {
    deps.logger.error('A stop could not be noted in the log', error, { runId })
  }
}
