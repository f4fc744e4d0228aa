import type { AgentRun } from './agent-run.ts'

/**
 * How many agents wait longer than this one for a place it could have: those of its chat that stand as deep. Null for one
 * that waits for none. `runs` are in the order they were started.
 */
export function aheadInLine(run: AgentRun, runs: readonly AgentRun[]): number | null {
  if (run.state !== 'queued') return null
  const place = runs.findIndex(({ sessionId }) => sessionId === run.sessionId)
  return runs.filter((other, index) => {
    const shares = other.state === 'queued' && other.chatId === run.chatId && other.depth === run.depth
    if (!shares) return false
    return other.startedAt === run.startedAt ? index < place : other.startedAt < run.startedAt
  }).length
}
