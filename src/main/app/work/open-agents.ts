import type { UserConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { say } from '#shared/sentences.ts'
import { PERSON_CALL } from '#shared/session/written-by.ts'
import { createChatContexts } from '../../agents/chats/chat-contexts.ts'
import { createCoordinatorMode } from '../../agents/chats/coordinator-mode.ts'
import { createForkByPerson } from '../../agents/chats/fork-by-person.ts'
import { createInboxRouting } from '../../agents/chats/inbox-routing.ts'
import { createSwitchAgent } from '../../agents/chats/switch-agent.ts'
import { createTeamRuns } from '../../agents/chats/team-runs.ts'
import { createChildren } from '../../agents/children/children.ts'
import { isOfOpenEnd } from '../../agents/children/open-end.ts'
import { checkCoordinator } from '../../agents/definitions/coordinator.ts'
import { createAgentPlaces } from '../../agents/records/agent-places.ts'
import { newestRunOf } from '../../agents/records/newest-run.ts'
import { createPlaces } from '../../agents/records/places.ts'
import { createResolveAgentName } from '../../agents/records/resolve-agent-name.ts'
import { type AgentRuns, createAgentRuns } from '../../agents/reports/agent-runs.ts'
import { createCompletionNotices } from '../../agents/reports/completion-notices.ts'
import { mergeConfig } from '../../config/merge-config.ts'
import { estimateTokens } from '../../context/budget/count-tokens.ts'
import { bridgeWords } from '../../context/compaction/bridge-words.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import { schedule } from '../../log/delivery/schedule.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import { CLOSED } from '../../runs/run/closing.ts'
import { withItems } from '../../runs/run/run-hooks.ts'
import { createChildSettings } from '../../turn-setup/child-settings.ts'
import type { ScratchFolders } from '../../turn-setup/scratch-folders.ts'
import { modelOfAgent } from '../../turn-setup/settings/chat-model.ts'
import { createPatience } from '../../workflows/engine/patience.ts'
import type { ChatWorktrees } from '../../worktrees/chat-worktrees.ts'
import { createLink } from '../link.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { Definitions } from '../tools/open-definitions.ts'
import type { Equipment } from '../tools/open-equipment.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly storage: Storage
  readonly runtime: Runtime
  readonly definitions: Definitions
  readonly catalog: Catalog
  readonly equipment: Pick<
    Equipment,
    | 'forAgents'
    | 'forWorkers'
    | 'forTeammates'
    | 'ofTeams'
    | 'forChats'
    | 'teams'
    | 'connectAgents'
    | 'allowsBackground'
  >
  readonly scratch: Pick<ScratchFolders, 'open'>
  readonly worktrees: Pick<ChatWorktrees, 'open' | 'ended'>
  readonly config: () => UserConfig
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  readonly scope: Scope
  readonly tell: (event: AppEvent) => void
}

/** Agents that take over a chat, and agents that work for one. */
export function openAgents(deps: Deps) {
  const { storage, runtime, scope, tell } = deps
  const { log, sessions, inbox, finalAnswer } = runtime
  const { reader } = storage
  const notes = createCompletionNotices({ log, inbox, finalAnswer })
  const { teams } = deps.equipment
  const places = createAgentPlaces({
    log,
    places: createPlaces(() => mergeConfig(deps.config(), null).runs.maxParallel),
  })
  const toAgentRuns = createLink<Pick<AgentRuns, 'changed'>>('the list of agents')
  const children = openChildren(deps, {
    places,
    changed: (id) => {
      toAgentRuns.get().changed(id)
      inbox.look(id)
    },
    // A teammate speaks for itself; who leads is only told that it rests.
    ended: (id, run) => {
      if (sessions.get(id).task?.teammate === undefined) notes.ended(id, run)
      // Runs stopped by the exit of the app are repaired at the next start.
      else if (run.reason !== CLOSED) teams.teammates.ended(id, run)
    },
  })
  const agentRuns = createAgentRuns({
    log,
    schedule,
    lifeOf: children.lifeOf,
    childrenOf: storage.childLogs.of,
    newest: reader.newestAgents,
    tell: (runs) => tell({ kind: 'agent.runs', runs }),
    now: deps.clock.now,
  })
  toAgentRuns.connect(agentRuns)
  scope.add(agentRuns.close)
  scope.add(children.close)
  scope.add(inbox.close)
  teams.connect(createTeamRuns({ children, inbox, log, sessions, changed: agentRuns.changed }))
  scope.add(
    storage.bus.subscribe((sessionId, events) => {
      places.heard(sessionId, events)
      if (events.some(({ kind }) => kind === 'session.meta' || kind === 'queue.changed'))
        agentRuns.changed(sessionId)
      if (log.folds(sessionId).session?.task?.teammate !== undefined) teams.signals.heard(sessionId, events)
    }),
  )
  deps.equipment.connectAgents({
    children,
    finalAnswer,
    recruit: teams.recruit,
    goesOnWithout: ({ sessionId, runId }) => {
      const run = log.folds(sessionId).runs[runId]
      return run !== undefined && isOfOpenEnd(run)
    },
    resolveAgentName: createResolveAgentName({ log, childrenOf: storage.childLogs.of }),
  })
  const { contexts, switchAgent } = openSwitch(deps)
  const { agents } = deps.definitions
  return {
    children,
    agentRuns,
    switchAgent,
    contexts,
    waitsFor: places.waitsFor,
    routing: createInboxRouting({ log, children, teammates: teams.routing }),
    fork: createForkByPerson({
      log,
      children,
      signal: scope.signal,
      newCallId: () => `${PERSON_CALL}${deps.newId('run')}`,
    }),
    coordinator: createCoordinatorMode({ log, sessions, agents, switchAgent }),
    /** Delivers completion notices that the exit of the app left undelivered. */
    tellEndedAgents: () => notes.catchUp(reader.untoldEnds()),
    /** Frees the cards of teammates whose work was cut off, and answers with how many that are. */
    recoverTeams: (): number => teams.recover((sessionId) => newestRunOf(log, sessionId)),
  }
}

type Hearing = Pick<Parameters<typeof createChildren>[0], 'places' | 'changed' | 'ended'>

function openChildren(deps: Deps, hearing: Hearing) {
  const { storage, runtime, definitions, catalog, equipment, scratch, config, clock, newId, logger } = deps
  const { scope, worktrees } = deps
  const { log, sessions, supervisor, queue, deviceId } = runtime
  const report = (error: unknown) => logger.error('The time of an agent could not be measured', error)
  return createChildren({
    log,
    sessions,
    supervisor,
    queue,
    newId,
    deviceId,
    signal: scope.signal,
    changed: hearing.changed,
    ended: hearing.ended,
    worktrees: {
      open: worktrees.open,
      ended: (id) => worktrees.ended(id, scope.signal),
    },
    places: hearing.places,
    hooksAt: async (id) => withItems(await runtime.hooksAt(id)),
    idleMs: () => mergeConfig(config(), null).runs.silentMinutes * 60_000,
    pathOf: storage.paths.of,
    subscribe: storage.bus.subscribe,
    childrenOf: storage.childLogs.of,
    instructionsOf: storage.instructions.of,
    settle: createChildSettings({
      runtime,
      catalog,
      scratch,
      agents: definitions.agents,
      tools: equipment.forAgents,
      workerTools: equipment.forWorkers,
      chatTools: equipment.forChats,
      teammateTools: equipment.forTeammates,
      memberTools: equipment.ofTeams,
    }),
    patience: (limits, { expired, quiet }) =>
      createPatience(clock, limits, {
        expired,
        broken: report,
        quiet: (ms) => quiet(ms === null ? null : { since: clock.now() - ms, limitMs: limits.idleMs }),
      }),
  })
}

function openSwitch({ storage, runtime, definitions, equipment, catalog, clock, newId }: Deps) {
  const { log, sessions, lane, personas } = runtime
  const { agents, skillIndexFor } = definitions
  const switching: Parameters<typeof createSwitchAgent>[0] = {
    log,
    sessions,
    lane,
    now: clock.now,
    pathOf: storage.paths.of,
    bridgeWords: (sessionId, path) =>
      bridgeWords(path, Object.values(log.folds(sessionId).plans), estimateTokens),
    successor: async (projectId, agentId, near) => {
      const { definition } = await agents.get(projectId, agentId)
      if (definition.mode !== 'primary') {
        throw AppError.saying('config.invalid', say('agent.notForChats', { name: definition.name }))
      }
      checkCoordinator(definition, equipment.allowsBackground)
      const [personaHash, skills] = await Promise.all([
        personas.keep(definition.persona),
        skillIndexFor({ kind: 'chat', agentId, projectId }),
      ])
      return { definition, personaHash, skills, model: modelOfAgent(catalog, definition, near) }
    },
    definitionOf: (projectId, agentId) =>
      agents.get(projectId, agentId).then(
        ({ definition }) => definition,
        (error: unknown) => {
          if (error instanceof AppError) return null
          throw error
        },
      ),
    snapshotOf: (sessionId) => storage.instructions.of(sessionId)?.payload.snapshot ?? null,
  }
  const contexts = createChatContexts(switching)
  return {
    contexts,
    switchAgent: createSwitchAgent(switching, { contexts, newContextId: () => newId('context') }),
  }
}
