import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { ChatAgentsState } from '../../../store/agents/chat-agents-store.ts'
import { GRACE_MS, isAtWork } from '../../../store/agents/chat-agents-store.ts'
import type { ToolEntry } from '../transcript/entry.ts'

/** Whether an agent has no active or pending work. Interrupted and paused agents can be resumed. */
export function isOver(run: AgentRun): boolean {
  return !isAtWork(run)
}

/** Every agent below the one it works for, in the order they were started. */
export function inTreeOrder(chatId: SessionId, runs: readonly AgentRun[]): readonly AgentRun[] {
  const below = new Map<SessionId, AgentRun[]>()
  for (const run of runs) below.set(run.parentSessionId, [...(below.get(run.parentSessionId) ?? []), run])
  const found: AgentRun[] = []
  const seen = new Set<SessionId>()
  const walk = (parent: SessionId): void => {
    for (const run of below.get(parent) ?? []) {
      if (seen.has(run.sessionId)) continue
      seen.add(run.sessionId)
      found.push(run)
      walk(run.sessionId)
    }
  }
  walk(chatId)
  return found
}

/**
 * Returns the agents of the selector: background agents, plus ended ones for a short time or while they have
 * unread messages. Teammates are excluded, because they have a board and a roster.
 */
export function selectable(state: ChatAgentsState, now: number): readonly AgentRun[] {
  const { runs, viewed, keptUntil } = state
  return (runs ?? [])
    .filter((run) => run.background && run.teammate === null)
    .filter((run) => run.sessionId === viewed || now < staysUntil(run, keptUntil))
    .toSorted((left, right) => left.startedAt - right.startedAt)
}

function staysUntil(run: AgentRun, keptUntil: ChatAgentsState['keptUntil']): number {
  const kept = keptUntil[run.sessionId]
  const isTakenOut = kept === 0
  if (!isOver(run) || (run.unheard > 0 && !isTakenOut)) return Number.POSITIVE_INFINITY
  return kept ?? (run.endedAt ?? 0) + GRACE_MS
}

/** The agent that a call of the conversation has started or gone on with. */
export function agentOfCall(
  call: Pick<ToolEntry, 'callId' | 'runId' | 'args' | 'outcome'>,
  runs: readonly AgentRun[],
): AgentRun | null {
  const { details } = call.outcome ?? {}
  const named = details?.kind === 'agent' ? details.sessionId : resumedBy(call.args)
  const found = runs.find((run) =>
    named === null ? run.callId === call.callId && run.parentRunId === call.runId : run.sessionId === named,
  )
  return found ?? null
}

function resumedBy(args: unknown): string | null {
  if (typeof args !== 'object' || args === null || !('resume' in args)) return null
  return typeof args.resume === 'string' ? args.resume : null
}
