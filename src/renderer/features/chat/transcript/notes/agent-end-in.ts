import type { AgentEnd } from '#shared/agent/agent-end.ts'

const STATES: ReadonlySet<unknown> = new Set<AgentEnd['state']>([
  ...(['done', 'paused', 'failed', 'stopped', 'interrupted'] as const),
])

/** Returns the end of an agent from a note's data; null in older logs. The data is untrusted. */
export function agentEndIn(data: unknown): AgentEnd | null {
  const end = typeof data === 'object' && data !== null && 'end' in data ? data.end : null
  return isEnd(end) ? end : null
}

function isEnd(end: unknown): end is AgentEnd {
  if (typeof end !== 'object' || end === null) return false
  return 'state' in end && STATES.has(end.state) && 'words' in end && Array.isArray(end.words)
}
