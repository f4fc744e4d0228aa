import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { RunLog } from '../run/run-log.ts'

/** Returns the run of a chat or an agent during which a workflow was launched there. */
export function launchingRun(
  log: Pick<RunLog, 'folds'>,
  launcher: SessionId,
  at: number,
): RunRecord | undefined {
  return Object.values<RunRecord>(log.folds(launcher).runs).findLast(
    ({ kind, createdAt, endedAt }) => kind !== 'system' && createdAt <= at && (endedAt ?? at) >= at,
  )
}
