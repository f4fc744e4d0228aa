import type { RunId, SessionId } from '#shared/ids.ts'
import type { Usage } from '#shared/session/message.ts'

type Open = { readonly sessionId: SessionId; readonly model: string; readonly usage: Usage }

/**
 * Tracks usage of answers in open turns: the log counts it only at their end, but limits count it at once.
 */
export function createOpenUse() {
  const open = new Map<RunId, Open>()
  return {
    /** The answer of a run is there. */
    began: (runId: RunId, use: Open): void => void open.set(runId, use),
    /** The turn is over: from here on the log counts it. */
    ended: (runId: RunId): void => void open.delete(runId),
    /** Returns the open usage by model, of all sessions or of those that match. */
    all: (matches: (sessionId: SessionId) => boolean = () => true): readonly (readonly [string, Usage])[] =>
      [...open.values()].flatMap(({ sessionId, model, usage }) =>
        matches(sessionId) ? [[model, usage] as const] : [],
      ),
    /** Returns the open usage of these sessions by model. */
    in: (sessions: ReadonlySet<SessionId>): readonly Omit<Open, 'sessionId'>[] =>
      [...open.values()].filter(({ sessionId }) => sessions.has(sessionId)),
  }
}

export type OpenUse = ReturnType<typeof createOpenUse>
