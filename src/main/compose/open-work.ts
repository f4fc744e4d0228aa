import { createAwaitedAgents } from '../agents/awaited-agents.ts'
import type { Hooks } from '../hooks/hooks.ts'
import { priorAnswersOf } from '../runs/prior-answers.ts'
import { createGiveStep } from './give-step.ts'
import { createHandOver } from './hand-over.ts'
import { tellHooks } from './hook-news.ts'
import { openAgents } from './open-agents.ts'
import { openMemoryLooks } from './open-memory-looks.ts'
import { openRuntime } from './open-runtime.ts'
import { openTitles } from './open-titles.ts'

type Deps = Omit<Parameters<typeof openRuntime>[0], 'handOver' | 'give' | 'join' | 'takeUp' | 'hooksAt'> &
  Omit<Parameters<typeof openAgents>[0], 'runtime'> &
  Parameters<typeof openMemoryLooks>[0] & { readonly hooks: Hooks }

/** Everything that works for the person: runs, the agents that do them, and the naming of chats. */
export function openWork(deps: Deps) {
  const awaited = createAwaitedAgents({
    lastWords: (run) => runtime.lastWords(run),
    titleOf: (sessionId) => runtime.sessions.get(sessionId).meta.title,
  })
  const runtime = openRuntime({
    ...deps,
    join: awaited.join,
    hooksAt: deps.hooks.at,
    handOver: (sessionId) => handOver(sessionId),
    give: (run, step, prompt) => steps.give(run, step, prompt),
    takeUp: async (record, prior) => {
      if (steps.isExpected(record.sessionId)) return
      const above = runtime.sessions.get(record.sessionId).parentSessionId
      if (above !== null && (await runtime.planRuns.goOnFor(above, record))) return
      await agents.children.takeUp(record, prior, true)
    },
  })
  const { subscribe } = deps.storage.bus
  deps.scope.add(tellHooks({ subscribe, scenes: runtime.hookScenes, tell: deps.hooks.tell }))
  const titles = openTitles({ ...deps, log: runtime.log, agents: deps.definitions.agents })
  deps.scope.add(titles.close)
  const looks = openMemoryLooks(deps)
  const agents = openAgents({ ...deps, runtime })
  const handOver = createHandOver({ ...runtime, ...agents, agents: deps.definitions.agents })
  const { reader, paths } = deps.storage
  const steps = createGiveStep({
    ...{ ...agents, ...runtime, subscribe, childrenOf: reader.childrenOf },
    priorOf: ({ sessionId, contextId, runId }) =>
      priorAnswersOf(paths.of(sessionId, contextId), reader.asksOf(runId)),
    report: (error) => deps.logger.error('An agent that waits for the person could not be stopped', error),
  })
  return { runtime, agents: { ...agents, awaited }, looks }
}
