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
import { openRuntime, type Runtime } from './open-runtime.ts'
import { openSideQueries } from './open-side-queries.ts'
import { openTitles } from './open-titles.ts'
import { type OpenedWorktrees, openWorktrees } from './open-worktrees.ts'

type Deps = Omit<
  Parameters<typeof openRuntime>[0],
  'handOver' | 'give' | 'ensurePlace' | 'join' | 'leave' | 'takeUp' | 'hooksAt' | 'agentEars'
> &
  Omit<Parameters<typeof openAgents>[0], 'runtime' | 'worktrees'> &
  Pick<Parameters<typeof openWorktrees>[0], 'worktrees'> &
  Parameters<typeof openMemoryLooks>[0] &
  Pick<Parameters<typeof openSideQueries>[0], 'settings'> & { readonly hooks: Hooks }

/** Everything that works for the person: runs, the agents that do them, and the naming of chats. */
export function openWork(deps: Deps) {
  const { reader, paths, store } = deps.storage
  const { subscribe } = deps.storage.bus
  const priorOf = ({ sessionId, contextId, runId }: RunRecord) =>
    priorAnswersOf(paths.recent(sessionId, contextId), reader.asksOf(runId))
  const asking = createAskingAgents({
    log: { folds: store.folds },
    subscribe,
    stop: (sessionId, reason) => agents.children.stopAlone(sessionId, reason),
    waitsFor: (employer, sessionId, waits) => agents.waitsFor(employer, sessionId, waits),
    report: (error) => deps.logger.error('An agent that waits for the person could not be stopped', error),
  })
  const awaited = createAwaitedAgents({
    log: { folds: store.folds },
    answered: asking.answered,
    priorOf,
    sessions: () => runtime.sessions,
    children: () => agents.children,
    lastWords: (run) => runtime.lastWords(run),
    isStored: (id) => reader.event(id) !== null,
  })
  const runtime = openRuntime({
    sandbox: deps.sandbox,
    scratch: deps.scratch,
    logger: deps.logger,
    deviceId: deps.deviceId,
    git: deps.git,
    clock: deps.clock,
    newId: deps.newId,
    config: deps.config,
    ownConfig: deps.ownConfig,
    higher: deps.higher,
    recall: deps.recall,
    storage: deps.storage,
    sandboxSettings: deps.sandboxSettings,
    catalog: deps.catalog,
    equipment: deps.equipment,
    grants: deps.grants,
    agentsFile: deps.agentsFile,
    money: deps.money,
    definitions: deps.definitions,
    userMemory: deps.userMemory,
    secretVariables: deps.secretVariables,
    reading: deps.reading,
    isSecret: deps.isSecret,
    ensurePlace: (sessionId) => worktrees.chats.ensure(sessionId),
    join: awaited.join,
    leave: awaited.leave,
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
  openHookNews(deps, runtime.hookScenes)
  const titles = titlesOf(deps, runtime.log)
  deps.scope.add(titles.close)
  const looks = openMemoryLooks(deps)
  const side = sideQueriesOf(deps, runtime)
  const worktrees = worktreesOf(deps, runtime)
  const agents = agentsOf(deps, runtime, worktrees)
  const handOver = createHandOver({
    sessions: runtime.sessions,
    log: runtime.log,
    switchAgent: agents.switchAgent,
    agents: deps.definitions.agents,
  })
  const giveStep = createGiveStep({
    children: agents.children,
    agentRuns: agents.agentRuns,
    lastWords: runtime.lastWords,
    log: runtime.log,
    childrenOf: reader.childrenOf,
    answered: asking.answered,
    priorOf,
  })
  const recallAwaited = () => awaited.recall(reader.awaitedAgents())
  return { runtime, agents: { ...agents, awaited, recallAwaited }, looks, side, worktrees }
}

/** Tells hooks about chats until the app closes. */
function openHookNews(deps: Deps, scenes: Runtime['hookScenes']) {
  const { bus, store } = deps.storage
  const { subscribe } = bus
  deps.scope.add(tellHooks({ subscribe, scenes, tell: deps.hooks.tell }))
  // After every run has ended, and while hooks can still be told.
  deps.scope.add(
    tellEndOfChats({
      subscribe,
      scenes,
      hooks: deps.hooks,
      clock: deps.clock,
      isChat: (id) => store.folds(id).session?.kind === 'chat',
    }),
  )
}

function titlesOf(deps: Deps, log: Runtime['log']) {
  return openTitles({
    logger: deps.logger,
    clock: deps.clock,
    newId: deps.newId,
    config: deps.config,
    storage: deps.storage,
    catalog: deps.catalog,
    log,
    agents: deps.definitions.agents,
  })
}

function sideQueriesOf(deps: Deps, runtime: Runtime) {
  return openSideQueries({
    storage: deps.storage,
    runtime,
    catalog: deps.catalog,
    settings: deps.settings,
    clock: deps.clock,
    newId: deps.newId,
    logger: deps.logger,
    scope: deps.scope,
  })
}

function worktreesOf(deps: Deps, runtime: Runtime): OpenedWorktrees {
  return openWorktrees({
    storage: deps.storage,
    runtime,
    worktrees: deps.worktrees,
    clock: deps.clock,
    newId: deps.newId,
    logger: deps.logger,
    tell: deps.tell,
  })
}

function agentsOf(deps: Deps, runtime: Runtime, worktrees: OpenedWorktrees) {
  return openAgents({
    scratch: deps.scratch,
    logger: deps.logger,
    clock: deps.clock,
    newId: deps.newId,
    config: deps.config,
    storage: deps.storage,
    catalog: deps.catalog,
    equipment: deps.equipment,
    definitions: deps.definitions,
    scope: deps.scope,
    tell: deps.tell,
    runtime,
    worktrees: worktrees.chats,
  })
}
