import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SubagentLog } from './subagent-logs.ts'

/** The title of an agent and its own conversation. */
export type AgentTranscript = { readonly title: string; readonly path: readonly DurableEvent[] }

/** Finds the agent that a call has started: by the run in which the call was made, and the name of the call. */
export type AgentLookup = (runId: string | undefined, callId: string) => AgentTranscript | null

type FoldsOf = (sessionId: SessionId) => Pick<SessionFolds, 'session'>

/** Returns the lookup of a chat's agents by their calls. `shown` redacts their titles. */
export function agentLookup(
  folds: FoldsOf,
  logs: readonly SubagentLog[],
  shown: (title: string) => string,
): AgentLookup {
  const at = new Map<string, AgentTranscript>()
  for (const { sessionId, events } of logs) {
    const { session } = folds(sessionId)
    const { parentRunId = null, task, meta } = session ?? {}
    if (parentRunId === null || task === undefined || meta === undefined) continue
    at.set(placeOf(parentRunId, task.callId), { title: shown(meta.title), path: events })
  }
  return (runId, callId) => (runId === undefined ? null : (at.get(placeOf(runId, callId)) ?? null))
}

const placeOf = (runId: string, callId: string) => `${runId} ${callId}`
