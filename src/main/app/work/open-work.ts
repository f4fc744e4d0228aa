import type { RunRecord } from '#shared/run/run.ts'
import { createAskingAgents } from '../../agents/after-restart/asking-agents.ts'
import { createAwaitedAgents } from '../../agents/after-restart/awaited-agents.ts'
import { createGiveStep } from '../../agents/chats/give-step.ts'
import { createHandOver } from '../../agents/chats/hand-over.ts'
import { tellEndOfChats } from '../../extensions/hooks/end-of-chats.ts'
import { tellHooks } from '../../extensions/hooks/hook-news.ts'
import type { Hooks } from '../../hooks/hooks.ts'
import { priorAnswersOf } from '../../runs/calls/prior-answers.ts'
import { openAgents } from './open-agents.ts'
import { openMemoryLooks } from './open-memory-looks.ts'
import { openRuntime } from './open-runtime.ts'
import { openTitles } from './open-titles.ts'

type Deps = Omit<
  Parameters<typeof openRuntime>[0],
  'handOver' | 'give' | 'join' | 'leave' | 'takeUp' | 'hooksAt' | 'agentEars'
> &
  Omit<Parameters<typeof openAgents>[0], 'runtime'> &
  Parameters<typeof openMemoryLooks>[0] & { readonly hooks: Hooks }

/** Everything that works for the person: runs, the agents that do them, and the naming of chats. */
export function openWork(deps: Deps) {
  const { reader, paths, store } = deps.storage
  const { subscribe } = deps.storage.bus
  const priorOf = ({ sessionId, contextId, runId }: RunRecord) =>
    priorAnswersOf(paths.of(sessionId, contextId), reader.asksOf(runId))
  const asking = createAskingAgents({
    ...{ log: { folds: store.folds }, subscribe },
    stop: (sessionId, reason) => agents.children.stopAlone(sessionId, reason),
    waitsFor: (employer, sessionId, waits) => agents.waitsFor(employer, sessionId, waits),
    report: (error) => deps.logger.error('An agent that waits for the person could not be stopped', error),
  })
  const awaited = createAwaitedAgents({
    ...{ log: { folds: store.folds }, answered: asking.answered, priorOf },
    sessions: () => runtime.sessions,
    children: () => agents.children,
    lastWords: (run) => runtime.lastWords(run),
    isStored: (id) => reader.event(id) !== null,
  })
  const runtime = openRuntime({
    ...deps,
    ...{ join: awaited.join, leave: awaited.leave },
    agentEars: {
      hearingOf: (sessionId) => agents.ears.hearingOf(sessionId),
      wake: (sessionId) => agents.ears.wake(sessionId),
    },
    hooksAt: deps.hooks.at,
    handOver: (sessionId) => handOver(sessionId),
    give: (run, step, prompt) => giveStep(run, step, prompt),
    takeUp: async (record, prior) => {
      if (asking.isExpected(record.sessionId)) return
      const above = runtime.sessions.get(record.sessionId).parentSessionId
      if (above !== null && (await runtime.planRuns.goOnFor(above, record))) return
      // Its employer has just gone on, and is about to wait for it.
      const isAwaited =
        above !== null && awaited.isLeft(above, record.sessionId) && runtime.lane.activeRun(above) !== null
      await agents.children.takeUp(record, prior, !isAwaited)
    },
  })
  deps.scope.add(tellHooks({ subscribe, scenes: runtime.hookScenes, tell: deps.hooks.tell }))
  // After every run has ended, and while hooks can still be told.
  deps.scope.add(
    tellEndOfChats({
      ...{ subscribe, scenes: runtime.hookScenes, hooks: deps.hooks, clock: deps.clock },
      isChat: (id) => store.folds(id).session?.kind === 'chat',
    }),
  )
  const titles = openTitles({ ...deps, log: runtime.log, agents: deps.definitions.agents })
  deps.scope.add(titles.close)
  const looks = openMemoryLooks(deps)
  const agents = openAgents({ ...deps, runtime })
  const handOver = createHandOver({ ...runtime, ...agents, agents: deps.definitions.agents })
  const giveStep = createGiveStep({
    ...{ ...agents, ...runtime, childrenOf: reader.childrenOf, answered: asking.answered, priorOf },
  })
  const recallAwaited = () => awaited.recall(reader.awaitedAgents())
  return { runtime, agents: { ...agents, awaited, recallAwaited }, looks }
}
