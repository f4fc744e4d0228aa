import type { AgentRun } from '#shared/agent/agent-run.ts'

/**
 * Returns the updated agents of a list in its order, and those missing in it. Unchanged agents stay the same
 * object.
 */
export function withChanged(
  runs: readonly AgentRun[],
  changed: readonly AgentRun[],
): { readonly known: readonly AgentRun[]; readonly added: readonly AgentRun[] } {
  const left = new Map(changed.map((run) => [run.sessionId, run]))
  const known = runs.map((run) => {
    const now = left.get(run.sessionId)
    left.delete(run.sessionId)
    return now ?? run
  })
  return { known, added: [...left.values()] }
}
