import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { RunLog } from '../runs/run-log.ts'

/** The newest run of an agent itself, not one of the app on its history. */
export function newestRunOf(log: Pick<RunLog, 'folds'>, sessionId: SessionId): RunRecord | null {
  const runs = Object.values<RunRecord>(log.folds(sessionId).runs)
  return runs.findLast(({ kind }) => kind === 'child' || kind === 'detached') ?? null
}

/** The run of an agent that waits for the person since before the app was closed, or null. */
export function waitingRunOf(log: Pick<RunLog, 'folds'>, sessionId: SessionId): RunRecord | null {
  const run = newestRunOf(log, sessionId)
  return run?.status === 'awaiting_user' ? run : null
}
