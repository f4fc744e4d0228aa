import type { SessionId } from '#shared/ids.ts'

/** Wakes who carries out the plan of a chat when somebody has changed it: a new step may be one that can begin. */
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
