import type { AgentId } from '#shared/ids.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { RunLog } from '../runs/run-log.ts'

type Log = Pick<RunLog, 'folds'>

/** For whom an agent works: the chat or the agent that started it, and who that was. */
export type Employer = { readonly session: SessionRecord; readonly agentId: AgentId }

/** Null for a chat, and for an agent of a script: a script has no permissions of its own that could limit it. */
export function employerOf(log: Log, { kind, parentSessionId, parentRunId }: SessionRecord): Employer | null {
  if (kind !== 'child' || parentSessionId === null) return null
  const { session, runs, contexts } = log.folds(parentSessionId)
  if (session === null || session.kind === 'workflow') return null
  const { activeContextId } = session.meta
  const active = activeContextId === null ? undefined : contexts[activeContextId]
  // Who started it counts, whoever speaks in that chat today.
  const agentId = (parentRunId === null ? undefined : runs[parentRunId]?.agentId) ?? active?.agentId
  return agentId === undefined ? null : { session, agentId }
}

/** The chat for which, over however many agents, somebody works; itself for everything else. */
export function chatOf(log: Log, session: SessionRecord): SessionRecord {
  let at = session
  for (let above = employerOf(log, at); above !== null; above = employerOf(log, at)) at = above.session
  return at
}

/** How many agents stand between this session and its chat, itself included: 0 for a chat. */
export function depthOf(log: Log, session: SessionRecord): number {
  let depth = 0
  for (let above = employerOf(log, session); above !== null; above = employerOf(log, above.session))
    depth += 1
  return depth
}
