import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent, NewLiveEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import { isTerminal, RUN_NEXT, type RunRecord, type RunSpec, type RunStatus } from '#shared/run/run.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import type { Logger } from '../lib/logger.ts'
import { endingOf } from './ending.ts'
import type { RunHandle } from './run-handle.ts'

/** What the supervisor needs of the log. */
export type RunLog = {
  readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[]) => DurableEvent[]
  readonly live: (sessionId: SessionId, event: NewLiveEvent) => void
  readonly folds: (sessionId: SessionId) => SessionFolds
}

type Deps = {
  readonly log: RunLog
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  /** How long a stopped run may take to unwind before it is written off, in milliseconds. */
  readonly graceMs: () => number
}

/** The inside of a run. It ends by returning, by throwing, or by its signal. */
export type Work = (run: RunHandle) => Promise<void>

type Start = {
  readonly sessionId: SessionId
  readonly spec: RunSpec
  /** Stored in the same transaction as the run's first state, for example the message that started it. */
  readonly first: readonly NewDurableEvent[]
  /** Aborts the run from above; null for a run that depends on nothing. */
  readonly parentSignal: AbortSignal | null
  readonly work: Work
}

type Live = {
  readonly abort: AbortController
  readonly done: Promise<RunRecord>
  finish: (reason: string) => void
}

/**
 * Owns every run: its states, its one abort source and its ending. Whatever the inside does, a run that was
 * started reaches a terminal state.
 */
export function createSupervisor(deps: Deps) {
  const live = new Map<RunId, Live>()

  const launch = (sessionId: SessionId, runId: RunId, parentSignal: AbortSignal | null, work: Work) => {
    const abort = new AbortController()
    const signal = parentSignal === null ? abort.signal : AbortSignal.any([abort.signal, parentSignal])
    const run = createRun(deps, sessionId, runId, signal)
    let finish: Live['finish'] = () => {}
    const writtenOff = new Promise<RunRecord>((resolve) => {
      finish = (reason) => resolve(run.end('cancelled', { reason }))
    })
    const done = Promise.race([runInside(deps, run, work), writtenOff]).finally(() => live.delete(runId))
    live.set(runId, { abort, done, finish })
    return done
  }

  return {
    /** Registers a run and starts it. `done` resolves with its final record and never rejects. */
    start: ({
      sessionId,
      spec,
      first,
      parentSignal,
      work,
    }: Start): { runId: RunId; done: Promise<RunRecord> } => {
      const runId = deps.newId('run')
      const common = { runId, contextId: spec.contextId }
      deps.log.publish(sessionId, [
        ...first.map((event) => ({ ...event, ...common })),
        { kind: 'run.status', ...common, payload: { runId, from: null, to: 'pending', spec } },
        { kind: 'run.status', ...common, payload: { runId, from: 'pending', to: 'running' } },
      ])
      return { runId, done: launch(sessionId, runId, parentSignal, work) }
    },
    /** Goes on with a run that waited for the person when the app was closed. */
    adopt: (record: RunRecord, work: Work): Promise<RunRecord> =>
      launch(record.sessionId, record.runId, null, work),
    /** Stops a run. Harmless when it has ended. Resolves when its final state is stored. */
    cancel: async (sessionId: SessionId, runId: RunId, reason: string): Promise<void> => {
      const running = live.get(runId)
      if (running === undefined) {
        const record = deps.log.folds(sessionId).runs[runId]
        if (record !== undefined && !isTerminal(record.status))
          endRecord(deps, record, 'cancelled', { reason })
        return
      }
      deps.log.publish(sessionId, [
        { kind: 'audit', runId, payload: { action: 'run.cancel', actor: 'user', detail: { reason } } },
      ])
      running.abort.abort(new AppError('cancelled', reason))
      const grace = new AbortController()
      const late = deps.clock.after(deps.graceMs(), grace.signal).then(
        () => running.finish(reason),
        () => {},
      )
      await running.done
      grace.abort()
      await late
    },
    /** Resolves when no run is going on. A run that waits for the person counts as going on. */
    idle: async (): Promise<void> => {
      while (live.size > 0) await Promise.all([...live.values()].map((running) => running.done))
    },
    /** Stops everything and waits until it has ended. */
    close: async (reason: string): Promise<void> => {
      for (const running of live.values()) running.abort.abort(new AppError('cancelled', reason))
      const grace = new AbortController()
      const late = deps.clock.after(deps.graceMs(), grace.signal).then(
        () => {
          for (const running of live.values()) running.finish(reason)
        },
        () => {},
      )
      await Promise.all([...live.values()].map((running) => running.done))
      grace.abort()
      await late
    },
  }
}

export type Supervisor = ReturnType<typeof createSupervisor>

type Outcome = { readonly reason?: string; readonly error?: AppError }

function createRun(deps: Deps, sessionId: SessionId, runId: RunId, signal: AbortSignal) {
  const record = (): RunRecord => {
    const found = deps.log.folds(sessionId).runs[runId]
    if (found === undefined) throw new AppError('run.illegal_transition', `${runId} is not registered.`)
    return found
  }
  const { contextId } = record()
  let dropped = 0
  const ended = () => isTerminal(record().status)
  const handle: RunHandle = {
    runId,
    sessionId,
    contextId,
    signal,
    record,
    publish: (events) => {
      if (ended()) {
        dropped += events.length
        return []
      }
      return deps.log.publish(
        sessionId,
        events.map((event) => ({ runId, contextId, ...event })),
      )
    },
    live: (event) => {
      if (!ended()) deps.log.live(sessionId, { runId, contextId, ...event })
    },
  }
  const end = (status: RunStatus, outcome: Outcome): RunRecord => {
    if (!ended()) endRecord(deps, record(), status, outcome)
    if (dropped > 0) deps.logger.warn('A run went on after its end', { runId, dropped })
    return record()
  }
  return { handle, end }
}

/** Runs the inside and turns however it ended into one last event. */
async function runInside(deps: Deps, run: ReturnType<typeof createRun>, work: Work): Promise<RunRecord> {
  try {
    await work(run.handle)
    return run.handle.signal.aborted
      ? run.end(...endingOf(run.handle.signal, null))
      : run.end('completed', {})
  } catch (error) {
    const expected = error instanceof AppError || run.handle.signal.aborted
    if (!expected) deps.logger.error('A run failed unexpectedly', error, { runId: run.handle.runId })
    return run.end(...endingOf(run.handle.signal, error))
  }
}

function endRecord(deps: Deps, record: RunRecord, to: RunStatus, { reason, error }: Outcome): void {
  if (!RUN_NEXT[record.status].includes(to)) {
    throw new AppError('run.illegal_transition', `A run cannot go from ${record.status} to ${to}.`)
  }
  const { runId, contextId, sessionId } = record
  const open = Object.values(deps.log.folds(sessionId).interactions).filter((ask) => ask.runId === runId)
  deps.log.publish(sessionId, [
    ...open.map(
      ({ requestId }): NewDurableEvent => ({
        kind: 'interaction.resolved',
        runId,
        contextId,
        payload: { requestId, outcome: 'expired' },
      }),
    ),
    {
      kind: 'run.status',
      runId,
      contextId,
      payload: {
        runId,
        from: record.status,
        to,
        ...(reason === undefined ? {} : { reason }),
        ...(error === undefined ? {} : { error: error.toData() }),
      },
    },
  ])
}
