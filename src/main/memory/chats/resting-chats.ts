import type { SessionId } from '#shared/ids.ts'

type Deps = {
  /** Calls `act` once after so long, unless the returned function is called first. */
  readonly schedule: (ms: number, act: () => void) => () => void
  /** Whether a chat is active, or the session is no chat. */
  readonly isBusy: (sessionId: SessionId) => boolean
  /** Handles an idle chat. */
  readonly rested: (sessionId: SessionId) => void
}

/** Idle time before a chat is scanned automatically, in milliseconds. */
export const QUIET_MS = 10 * 60_000

/** Waits until chats are idle. Any event in a chat restarts its wait. */
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
