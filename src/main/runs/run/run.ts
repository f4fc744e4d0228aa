import { AppError } from '#shared/errors.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord, RunStatus } from '#shared/run/run.ts'
import { isTerminal, RUN_NEXT } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import { closingEvents, type PathOf, STOPPED_CALLS } from './closing.ts'
import type { RunHandle } from './run-handle.ts'
import type { RunLog } from './run-log.ts'

type Deps = {
  readonly log: RunLog
  readonly newId: NewId
  readonly logger: Logger
  readonly pathOf: PathOf
}

export type Outcome = { readonly reason?: string; readonly error?: AppError }

/** Creates one live run: its handle and its end. */
export function createRun(deps: Deps, sessionId: SessionId, runId: RunId, signal: AbortSignal) {
  const record = (): RunRecord => {
    const found = deps.log.folds(sessionId).runs[runId]
    if (found === undefined)
      throw AppError.saying('run.illegal_transition', say('run.unknown', { run: runId }))
    return found
  }
  const { contextId } = record()
  let dropped = 0
  let left = false
  const ended = () => left || isTerminal(record().status)
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
  return {
    handle,
    /** Stores the end. Never throws: a failure is logged, and the end is stored when the chat continues. */
    end: (status: RunStatus, outcome: Outcome): RunRecord => {
      try {
        if (!ended()) endRun(deps, record(), status, outcome)
      } catch (error) {
        deps.logger.error('The end of a run could not be stored', error, { runId, status })
      }
      if (dropped > 0 && !left) deps.logger.warn('A run went on after its end', { runId, dropped })
      return record()
    },
    /** Leaves the run as it stands in the log, to be taken up at another start. Nothing more of it is kept. */
    leave: (): void => {
      left = true
    },
  }
}

/** Stores the last events of a run. Throws when they cannot be stored. */
export function endRun(
  deps: Pick<Deps, 'log' | 'newId' | 'pathOf'>,
  record: RunRecord,
  to: RunStatus,
  outcome: Outcome,
): void {
  if (!RUN_NEXT[record.status].includes(to)) {
    throw AppError.saying('run.illegal_transition', say('run.cannotGo', { from: record.status, to }))
  }
  deps.log.publish(record.sessionId, closingEvents(deps, record, { to, calls: STOPPED_CALLS, ...outcome }))
}
