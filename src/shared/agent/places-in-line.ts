import type { SessionId } from '../ids.ts'
import type { AgentRun } from './agent-run.ts'

/**
 * How many agents wait longer than each of those that wait, for a place it could have: those of its chat that stand as
 * deep. `runs` are in the order they were started.
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
