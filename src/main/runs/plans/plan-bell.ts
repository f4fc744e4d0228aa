import type { SessionId } from '#shared/ids.ts'

/** Wakes the run of a plan after a change, because a new step may be ready to start. */
export function createPlanBell() {
  const heard = new Map<SessionId, () => void>()
  return {
    ring: (sessionId: SessionId): void => heard.get(sessionId)?.(),
    /** One of a chat at a time: it has one run. Answers how to listen no more. */
    listen: (sessionId: SessionId, listener: () => void): (() => void) => {
      heard.set(sessionId, listener)
      return () => void heard.delete(sessionId)
    },
  }
}

export type PlanBell = ReturnType<typeof createPlanBell>
