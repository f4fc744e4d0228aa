import type { AgentId } from '#shared/ids.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { RunLog } from '../../runs/run/run-log.ts'

type Log = Pick<RunLog, 'folds'>

/** For whom an agent works: the chat or the agent that started it, and who that was. */
export type Parent = { readonly session: SessionRecord; readonly agentId: AgentId }

/** Null for a chat, and for an agent of a script: a script has no permissions of its own that could limit it. */
export function parentOf(log: Log, { kind, parentSessionId, parentRunId }: SessionRecord): Parent | null {
  if (kind !== 'child' || parentSessionId === null) return null
  const { session, runs, contexts } = log.folds(parentSessionId)
  if (session === null || session.kind === 'workflow') return null
  const { activeContextId } = session.meta
  const active = activeContextId === null ? undefined : contexts[activeContextId]
  // The agent that started it counts, not the current agent of that chat.
  const agentId = (parentRunId === null ? undefined : runs[parentRunId]?.agentId) ?? active?.agentId
  return agentId === undefined ? null : { session, agentId }
}

/** Returns the chat at the top of a session's parents; a chat returns itself. */
export function chatOf(log: Log, session: SessionRecord): SessionRecord {
  let at = session
  for (let above = parentOf(log, at); above !== null; above = parentOf(log, at)) at = above.session
  return at
}

/** Returns the depth of a session below its chat: 0 for a chat. */
export function depthOf(log: Log, session: SessionRecord): number {
  let depth = 0
  for (let above = parentOf(log, session); above !== null; above = parentOf(log, above.session)) depth += 1
  return depth
}
