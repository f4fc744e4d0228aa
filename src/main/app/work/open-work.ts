import type { RunRecord } from '#shared/run/run.ts'
import { createAwaitedAgents } from '../../agents/after-restart/awaited-agents.ts'
import { createResumeAnswered } from '../../agents/after-restart/resume-answered.ts'
import { createWaitingAgents } from '../../agents/after-restart/waiting-agents.ts'
import { createGiveStep } from '../../agents/chats/give-step.ts'
import { createPreparePlanRun } from '../../agents/chats/prepare-plan-run.ts'
import { tellEndOfChats } from '../../extensions/hooks/end-of-chats.ts'
import { notifyHooks } from '../../extensions/hooks/hook-notifications.ts'
import type { Hooks } from '../../hooks/hooks.ts'
import { priorAnswersOf } from '../../runs/calls/prior-answers.ts'
import { createLink } from '../link.ts'
import { openAgents } from './open-agents.ts'
import { openMemoryScans } from './open-memory-scans.ts'
import { openSideQueries } from './open-side-queries.ts'
import { openTitles } from './open-titles.ts'
import { type OpenedWorktrees, openWorktrees } from './open-worktrees.ts'
import { openRuntime, type Runtime } from './runtime/open-runtime.ts'

type Deps = Omit<Parameters<typeof openRuntime>[0], LaterKey | 'hooksAt'> &
  Omit<Parameters<typeof openAgents>[0], 'runtime' | 'worktrees'> &
  Pick<Parameters<typeof openWorktrees>[0], 'worktrees'> &
  Parameters<typeof openMemoryScans>[0] &
  Pick<Parameters<typeof openSideQueries>[0], 'settings'> & { readonly hooks: Hooks }

/** The calls from runs to rooms that open after them: agents, what waits for agents, and worktrees. */
type AfterRuns = Pick<Parameters<typeof openRuntime>[0], LaterKey>
type LaterKey =
  | 'preparePlanRun'
  | 'give'
  | 'ensurePlace'
  | 'join'
  | 'leave'
  | 'resumeAnswered'
  | 'inboxRouting'

/** Opens everything that works for the person: runs, the agents that do them, and the naming of chats. */
export function openWork(deps: Deps) {
  const { reader } = deps.storage
  const toLater = createLink<AfterRuns>('agents and worktrees')
  const runtime = runtimeOf(deps, toLater.get)
  openHookNews(deps, runtime.hookScenes)
  const titles = titlesOf(deps, runtime.log)
  deps.scope.add(titles.close)
  const looks = openMemoryScans(deps)
  const sideQueries = sideQueriesOf(deps, runtime)
  const worktrees = worktreesOf(deps, runtime)
  const agents = agentsOf(deps, runtime, worktrees)
  const { asking, awaited, priorOf } = awaitingOf(deps, runtime, agents)
  toLater.connect({
    ensurePlace: worktrees.chats.ensure,
    join: awaited.join,
    leave: awaited.leave,
    inboxRouting: agents.routing,
    preparePlanRun: createPreparePlanRun({
      sessions: runtime.sessions,
      log: runtime.log,
      switchAgent: agents.switchAgent,
      agents: deps.definitions.agents,
    }),
    give: createGiveStep({
      children: agents.children,
      agentRuns: agents.agentRuns,
      finalAnswer: runtime.finalAnswer,
      log: runtime.log,
      childrenOf: reader.childrenOf,
      answered: asking.answered,
      priorOf,
    }),
    resumeAnswered: createResumeAnswered({ runtime, children: agents.children, asking, awaited }),
  })
  const recallAwaited = () => awaited.recall(reader.awaitedAgents())
  return { runtime, agents: { ...agents, awaited, recallAwaited }, looks, sideQueries, worktrees }
}

type OpenedAgents = ReturnType<typeof openAgents>

/** Opens the waiting of runs for agents that asked the person, or that a pause interrupted. */
function awaitingOf({ storage, logger }: Deps, runtime: Runtime, agents: OpenedAgents) {
  const { reader, paths, store, bus } = storage
  const log = { folds: store.folds }
  const { children, waitsFor } = agents
  const priorOf = ({ sessionId, contextId, runId }: RunRecord) =>
    priorAnswersOf(paths.recent(sessionId, contextId), reader.asksOf(runId))
  const asking = createWaitingAgents({
    log,
    subscribe: bus.subscribe,
    stop: children.stopAlone,
    waitsFor,
    report: (error) => logger.error('An agent that waits for the person could not be stopped', error),
  })
  const awaited = createAwaitedAgents({
    log,
    answered: asking.answered,
    priorOf,
    sessions: runtime.sessions,
    children,
    finalAnswer: runtime.finalAnswer,
    isStored: (id) => reader.event(id) !== null,
  })
  return { asking, awaited, priorOf }
}

/** Opens runs. What they need of later rooms is asked of them at each call. */
function runtimeOf(deps: Deps, later: () => AfterRuns): Runtime {
  return openRuntime({
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
    folderFiles: deps.folderFiles,
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
    hooksAt: deps.hooks.at,
    ensurePlace: (sessionId) => later().ensurePlace(sessionId),
    join: (run) => later().join(run),
    leave: (run) => later().leave(run),
    inboxRouting: {
      hearingOf: (sessionId) => later().inboxRouting.hearingOf(sessionId),
      wake: (sessionId) => later().inboxRouting.wake(sessionId),
    },
    preparePlanRun: (sessionId) => later().preparePlanRun(sessionId),
    give: (run, step, prompt) => later().give(run, step, prompt),
    resumeAnswered: (record, prior) => later().resumeAnswered(record, prior),
  })
}

/** Tells hooks about chats until the app closes. */
function openHookNews(deps: Deps, scenes: Runtime['hookScenes']) {
  const { bus, store } = deps.storage
  const { subscribe } = bus
  deps.scope.add(notifyHooks({ subscribe, scenes, tell: deps.hooks.tell }))
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
