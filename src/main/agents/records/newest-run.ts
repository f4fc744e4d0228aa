import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { RunLog } from '../../runs/run/run-log.ts'

/** Whether a run belongs to an agent itself, not to the app's work on its history. */
export const isOfAgent = ({ kind }: Pick<RunRecord, 'kind'>): boolean =>
  kind === 'child' || kind === 'detached'

/** The newest of them. */
export function newestRunOf(log: Pick<RunLog, 'folds'>, sessionId: SessionId): RunRecord | null {
  const runs = Object.values<RunRecord>(log.folds(sessionId).runs)
  return runs.findLast(isOfAgent) ?? null
}

/** The run of an agent that has no end yet, or null. */
export function openRunOf(log: Pick<RunLog, 'folds'>, sessionId: SessionId): RunRecord | null {
  const run = newestRunOf(log, sessionId)
  return run === null || isTerminal(run.status) ? null : run
}
