import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Supervisor } from '../run/supervisor.ts'
import { topSession } from '../run/top-session.ts'
import type { Lane } from './lane.ts'
import type { Sessions } from './sessions.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly sessions: Pick<Sessions, 'get' | 'update'>
  readonly lane: Pick<Lane, 'idleOnly'>
  readonly supervisor: Pick<Supervisor, 'isLive'>
  /** Sessions with a run that has no end; there may be others among them. */
  readonly unsettled: () => readonly SessionId[]
  readonly purge: {
    readonly remove: (sessionIds: readonly SessionId[]) => void
    readonly deletedBefore: (moment: number) => readonly SessionId[]
  }
  readonly now: () => number
  /** Whatever else is kept for a chat goes with it. */
  readonly gone: (sessionId: SessionId) => void
}

/** Time a deleted chat can be restored, in milliseconds. */
export const BIN_MS = 30 * 24 * 60 * 60 * 1000

/** Deleted chats: out of sight at once, out of the log only later or when the person says so. */
export function createBin(deps: Deps) {
  const { sessions, lane, purge, now, gone } = deps
  const empty = (before: number): number => {
    const found = purge.deletedBefore(before)
    if (found.length === 0) return 0
    // Whatever still unwinds writes into a log. It is taken out the next time.
    const busy = chatsWith(deps, ({ runId }) => deps.supervisor.isLive(runId))
    const chats = found.filter((sessionId) => !busy.has(sessionId))
    if (chats.length === 0) return 0
    purge.remove(chats)
    for (const sessionId of chats) gone(sessionId)
    return chats.length
  }

  return {
    /**
     * Moves a chat to the bin. Throws while a run is active, an agent works for it or a request is pending.
     */
    put: (sessionId: SessionId): void => {
      lane.idleOnly(sessionId)
      if (chatsWith(deps, isOfAgent(deps)).has(sessionId)) {
        throw AppError.saying('run.active', say('chat.agentsBusy'))
      }
      sessions.update(sessionId, { deletedAt: now() })
    },
    /** Takes a chat out again, as it was. */
    restore: (sessionId: SessionId): void => {
      const { deletedAt } = sessions.get(sessionId).meta
      if (typeof deletedAt !== 'number') throw AppError.saying('session.not_found', say('chat.notDeleted'))
      sessions.update(sessionId, { deletedAt: null })
    },
    /** Removes everything in it for ever, and says how many chats that were. */
    empty: async (): Promise<number> => empty(Number.MAX_SAFE_INTEGER),
    /** Removes what has been in it long enough. */
    purgeOld: async (): Promise<number> => empty(now() - BIN_MS),
  }
}

/** Returns the chats in or below which a run has no end of which this holds. */
export function chatsWith(
  { log, unsettled }: Pick<Deps, 'log' | 'unsettled'>,
  holds: (run: RunRecord) => boolean,
): ReadonlySet<SessionId> {
  const found = new Set<SessionId>()
  for (const sessionId of unsettled()) {
    const runs = Object.values<RunRecord>(log.folds(sessionId).runs)
    const top = runs.some((run) => !isTerminal(run.status) && holds(run)) ? topSession(log, sessionId) : null
    if (top !== null) found.add(top.id)
  }
  return found
}

/** Whether a run belongs to a subagent and is running, or waits for the person without a live process. */
const isOfAgent =
  ({ log, supervisor }: Pick<Deps, 'log' | 'supervisor'>) =>
  ({ sessionId, runId, status }: RunRecord): boolean =>
    log.folds(sessionId).session?.kind === 'child' && (supervisor.isLive(runId) || status === 'awaiting_user')

export type Bin = ReturnType<typeof createBin>
