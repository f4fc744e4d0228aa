import type { SessionId } from '#shared/ids.ts'

type Deps = {
  /** Calls `act` once after so long, unless the returned function is called first. */
  readonly schedule: (ms: number, act: () => void) => () => void
  /** Whether anything is at work in a chat, or it is no chat. */
  readonly isBusy: (sessionId: SessionId) => boolean
  /** What is to be done with a chat that has come to rest. */
  readonly rested: (sessionId: SessionId) => void
}

/** How long a chat rests before it is looked over by itself. */
export const QUIET_MS = 10 * 60_000

/** Waits until chats have come to rest. Whatever happens in one begins its wait anew. */
export function createRestingChats({ schedule, isBusy, rested }: Deps) {
  const resting = new Map<SessionId, () => void>()
  return {
    /** Something happened in a chat. */
    stirred: (sessionId: SessionId): void => {
      resting.get(sessionId)?.()
      resting.delete(sessionId)
      if (isBusy(sessionId)) return
      const rest = () => {
        resting.delete(sessionId)
        rested(sessionId)
      }
      resting.set(sessionId, schedule(QUIET_MS, rest))
    },
    close: (): void => {
      for (const stop of resting.values()) stop()
      resting.clear()
    },
  }
}
