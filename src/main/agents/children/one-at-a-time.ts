import type { SessionId } from '#shared/ids.ts'

/** Lets what is begun in one log be begun one after the other: what takes a moment is over before the next looks. */
export function createOneAtATime() {
  const last = new Map<SessionId, Promise<void>>()
  return {
    /** At once when nothing is being begun there. */
    after: <T>(sessionId: SessionId, act: () => Promise<T>): Promise<T> => {
      const before = last.get(sessionId)
      const result = before === undefined ? act() : before.then(act)
      const leave = (): void => {
        if (last.get(sessionId) === over) last.delete(sessionId)
      }
      const over: Promise<void> = result.then(leave, leave)
      last.set(sessionId, over)
      return result
    },
    /** Resolves when all that is being begun there has been, or could not be; null when nothing is. */
    over: (sessionId: SessionId): Promise<void> | null => last.get(sessionId) ?? null,
  }
}

export type OneAtATime = ReturnType<typeof createOneAtATime>
