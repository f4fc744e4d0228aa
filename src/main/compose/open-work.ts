import { openAgents } from './open-agents.ts'
import { openRuntime } from './open-runtime.ts'

/** Everything that works for the person: runs, and the agents that do them. */
export function openWork(deps: Parameters<typeof openRuntime>[0]) {
  const runtime = openRuntime(deps)
  return { runtime, agents: openAgents({ ...deps, runtime }) }
}
