import type { Hooks } from '../hooks/hooks.ts'
import { createGiveStep } from './give-step.ts'
import { createHandOver } from './hand-over.ts'
import { tellHooks } from './hook-news.ts'
import { openAgents } from './open-agents.ts'
import { openMemoryLooks } from './open-memory-looks.ts'
import { openRuntime } from './open-runtime.ts'
import { openTitles } from './open-titles.ts'

type Deps = Omit<Parameters<typeof openRuntime>[0], 'handOver' | 'give' | 'takeUp' | 'hooksAt'> &
  Omit<Parameters<typeof openAgents>[0], 'runtime'> &
  Parameters<typeof openMemoryLooks>[0] & { readonly hooks: Hooks }

/** Everything that works for the person: runs, the agents that do them, and the naming of chats. */
export function openWork(deps: Deps) {
  const runtime = openRuntime({
    ...deps,
    hooksAt: deps.hooks.at,
    handOver: (sessionId) => handOver(sessionId),
    give: (run, step, prompt) => give(run, step, prompt),
    takeUp: (record, prior) => agents.children.takeUp(record, prior),
  })
  const { subscribe } = deps.storage.bus
  deps.scope.add(tellHooks({ subscribe, scenes: runtime.hookScenes, tell: deps.hooks.tell }))
  const titles = openTitles({ ...deps, log: runtime.log, agents: deps.definitions.agents })
  deps.scope.add(titles.close)
  const looks = openMemoryLooks(deps)
  const agents = openAgents({ ...deps, runtime })
  const handOver = createHandOver({ ...runtime, ...agents, agents: deps.definitions.agents })
  const give = createGiveStep({ ...agents, lastWords: runtime.lastWords })
  return { runtime, agents, looks }
}
