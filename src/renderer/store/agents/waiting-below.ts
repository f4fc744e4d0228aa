import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'

/** Returns the nearest waiting subagent, at any depth, for each running agent that does not wait itself. */
export function waitingBelow(runs: readonly AgentRun[]): ReadonlyMap<SessionId, AgentRun> {
  const askers = new Map<SessionId, AgentRun>()
  const asking = runs.filter(({ state }) => state === 'waiting')
  if (asking.length === 0) return askers
  const byId = new Map(runs.map((run) => [run.sessionId, run]))
  for (const asker of asking) {
    const seen = new Set<AgentRun>()
    for (let at = byId.get(asker.parentSessionId); at !== undefined && !seen.has(at); ) {
      seen.add(at)
      if (at.state === 'running' && !askers.has(at.sessionId)) askers.set(at.sessionId, asker)
      at = byId.get(at.parentSessionId)
    }
  }
  return askers
}
