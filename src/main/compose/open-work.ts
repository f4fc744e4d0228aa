import { openAgents } from './open-agents.ts'
import { openRuntime } from './open-runtime.ts'
import { openTitles } from './open-titles.ts'

type Deps = Parameters<typeof openRuntime>[0] & Omit<Parameters<typeof openAgents>[0], 'runtime'>

/** Everything that works for the person: runs, the agents that do them, and the naming of chats. */
export function openWork(deps: Deps) {
  const runtime = openRuntime(deps)
  const titles = openTitles({ ...deps, log: runtime.log, agents: deps.definitions.agents })
  deps.scope.add(titles.close)
  return { runtime, agents: openAgents({ ...deps, runtime }) }
}
