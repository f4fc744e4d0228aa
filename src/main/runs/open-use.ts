import type { RunId, SessionId } from '#shared/ids.ts'
import type { Usage } from '#shared/session/message.ts'

type Open = { readonly sessionId: SessionId; readonly model: string; readonly usage: Usage }

/**
 * What answers have used whose turn goes on: its calls are at work, and the log counts it with their end. Lines count it
 * from the moment the answer is there.
 */
export function createOpenUse() {
  const open = new Map<RunId, Open>()
  return {
    /** The answer of a run is there. */
    began: (runId: RunId, use: Open): void => void open.set(runId, use),
    /** The turn is over: from here on the log counts it. */
    ended: (runId: RunId): void => void open.delete(runId),
    /** All that is open, by model. */
    all: (): readonly (readonly [string, Usage])[] =>
      [...open.values()].map(({ model, usage }) => [model, usage]),
    /** What is open in these logs, by model. */
    in: (sessions: ReadonlySet<SessionId>): readonly Omit<Open, 'sessionId'>[] =>
      [...open.values()].filter(({ sessionId }) => sessions.has(sessionId)),
  }
}

export type OpenUse = ReturnType<typeof createOpenUse>
