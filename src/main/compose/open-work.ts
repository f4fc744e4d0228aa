import { createGiveStep } from './give-step.ts'
import { createHandOver } from './hand-over.ts'
import { openAgents } from './open-agents.ts'
import { openRuntime } from './open-runtime.ts'
import { openTitles } from './open-titles.ts'

type Deps = Omit<Parameters<typeof openRuntime>[0], 'handOver' | 'give'> &
  Omit<Parameters<typeof openAgents>[0], 'runtime'>

/** Everything that works for the person: runs, the agents that do them, and the naming of chats. */
export function openWork(deps: Deps) {
  const runtime = openRuntime({
    ...deps,
    handOver: (sessionId) => handOver(sessionId),
    give: (run, step, prompt) => give(run, step, prompt),
  })
  const titles = openTitles({ ...deps, log: runtime.log, agents: deps.definitions.agents })
  deps.scope.add(titles.close)
  const agents = openAgents({ ...deps, runtime })
  const handOver = createHandOver({ ...runtime, ...agents, agents: deps.definitions.agents })
  const give = createGiveStep({ ...agents, lastWords: runtime.lastWords })
  return { runtime, agents }
}
