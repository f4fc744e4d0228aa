import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'

/** The agent and those it works for, the chat's own agent first. */
export function lineTo(sessionId: SessionId, runs: readonly AgentRun[]): readonly AgentRun[] {
  const line: AgentRun[] = []
  let at = runs.find((run) => run.sessionId === sessionId)
  while (at !== undefined && !line.includes(at)) {
    line.unshift(at)
    const above: SessionId = at.parentSessionId
    at = runs.find((run) => run.sessionId === above)
  }
  return line
}
