import type { SessionId } from '../ids.ts'
import type { AgentRun } from './agent-run.ts'

/**
 * Returns the queue position of each queued agent. Agents compete for slots within the same chat and depth.
 * `runs` must be in start order.
 */
export function placesInLine(runs: readonly AgentRun[]): ReadonlyMap<SessionId, number> {
  const lines = new Map<string, AgentRun[]>()
  for (const run of runs) {
    if (run.state !== 'queued') continue
    const key = `${run.chatId} ${run.depth}`
    const line = lines.get(key)
    if (line === undefined) lines.set(key, [run])
    else line.push(run)
  }
  const places = new Map<SessionId, number>()
  for (const line of lines.values()) {
    const waiting = line.toSorted((left, right) => left.startedAt - right.startedAt)
    for (const [ahead, { sessionId }] of waiting.entries()) places.set(sessionId, ahead)
  }
  return places
}
