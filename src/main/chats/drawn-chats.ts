import type { SessionId } from '#shared/ids.ts'

type Deps = {
  readonly undrawnSession: () => SessionId | null
  readonly setUndrawnSession: (id: SessionId | null) => void
}

/** Keeps which chat a window began to draw, until it is drawn. A window that hangs or crashes meanwhile leaves it. */
export function createDrawnChats({ undrawnSession, setUndrawnSession }: Deps) {
  return {
    report: (sessionId: SessionId, drawn: boolean): void => {
      if (!drawn) setUndrawnSession(sessionId)
      else if (undrawnSession() === sessionId) setUndrawnSession(null)
    },
  }
}
