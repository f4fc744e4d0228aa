import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Lane } from './lane.ts'
import type { Sessions } from './sessions.ts'

type Deps = {
  readonly sessions: Pick<Sessions, 'get' | 'update'>
  readonly lane: Pick<Lane, 'idleOnly'>
  readonly purge: {
    readonly remove: (sessionIds: readonly SessionId[]) => void
    readonly deletedBefore: (moment: number) => readonly SessionId[]
  }
  readonly now: () => number
  /** Whatever else is kept for a chat goes with it. */
  readonly gone: (sessionId: SessionId) => void
}

/** How long a deleted chat can be had back. */
export const BIN_MS = 30 * 24 * 60 * 60 * 1000

/** Deleted chats: out of sight at once, out of the log only later or when the person says so. */
export function createBin({ sessions, lane, purge, now, gone }: Deps) {
  const empty = (before: number): number => {
    const chats = purge.deletedBefore(before)
    if (chats.length === 0) return 0
    purge.remove(chats)
    for (const sessionId of chats) gone(sessionId)
    return chats.length
  }

  return {
    /** Puts a chat in the bin. Throws while a run goes on in it. */
    put: (sessionId: SessionId): void => {
      lane.idleOnly(sessionId)
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

export type Bin = ReturnType<typeof createBin>
