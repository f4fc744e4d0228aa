import type { Scope } from '../lib/scope.ts'
import { openAgents } from './open-agents.ts'
import { openRuntime } from './open-runtime.ts'
import { openTitles } from './open-titles.ts'

/** Everything that works for the person: runs, the agents that do them, and the naming of chats. */
export function openWork(deps: Parameters<typeof openRuntime>[0] & { readonly scope: Scope }) {
  const runtime = openRuntime(deps)
  const titles = openTitles({ ...deps, log: runtime.log, agents: deps.definitions.agents })
  deps.scope.add(titles.close)
  return { runtime, agents: openAgents({ ...deps, runtime }) }
}
