import type { AgentRun } from '#shared/agent/agent-run.ts'

/** The agents of a list as they stand now, in its order, and those that are not in it. Who has not changed is the same. */
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
