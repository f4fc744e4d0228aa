import { homedir } from 'node:os'
import type { UserConfig } from '#shared/config/config.ts'
import type { DeviceId, SessionId } from '#shared/ids.ts'
import type { MemoryItem } from '#shared/memory/memory.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import type { AgentEars } from '../../agents/chats/agent-ears.ts'
import { CHAT_AGENT } from '../../agents/definitions/builtin.ts'
import { chatOf } from '../../agents/records/employer.ts'
import { mergeConfig } from '../../config/merge-config.ts'
import { roomOf } from '../../context/budget/answer-room.ts'
import { policyFor } from '../../context/budget/policy-for.ts'
import { userMemoryLines } from '../../context/news/user-memory.ts'
import { createHookScenes } from '../../extensions/hooks/hook-scenes.ts'
import type { Git } from '../../git/start-git.ts'
import type { HookScene } from '../../hooks/hook.ts'
import type { RunHooks } from '../../hooks/hooks.ts'
import { createGitSummary } from '../../instructions/git-summary.ts'
import { openInstructionNews } from '../../instructions/instruction-news.ts'
import { createPersonaTexts } from '../../instructions/persona-texts.ts'
import { createPlaceNews } from '../../instructions/place-news.ts'
import { createPrepare, preparingNew } from '../../instructions/prepare-session.ts'
import { nodeRulesDisk } from '../../instructions/rules-disk.ts'
import { createSessionInstructions } from '../../instructions/session-instructions.ts'
import { createTakeInstructions } from '../../instructions/take-instructions.ts'
import { workspaceSummary } from '../../instructions/workspace-facts.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { SecretVariables } from '../../lib/secret-variables.ts'
import type { ModelRequests } from '../../log/model-requests.ts'
import type { Recall } from '../../memory/chats/recall.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import { createApprovals } from '../../runs/calls/approvals.ts'
import type { PriorAnswers } from '../../runs/calls/tool-group.ts'
import { createAnswers } from '../../runs/chats/answers.ts'
import { createChatHearing } from '../../runs/chats/chat-hearing.ts'
import { createHookedStart } from '../../runs/chats/hooked-start.ts'
import { createLane, type Lane } from '../../runs/chats/lane.ts'
import { createQueue } from '../../runs/chats/queue.ts'
import { saidApart } from '../../runs/chats/said-apart.ts'
import { createSessionNotes } from '../../runs/chats/session-notes.ts'
import { createSessions } from '../../runs/chats/sessions.ts'
import { createCompaction } from '../../runs/compaction/compaction.ts'
import { createCompactionByHand } from '../../runs/compaction/compaction-by-hand.ts'
import { createBranches } from '../../runs/history/branches.ts'
import { createForkSession } from '../../runs/history/fork-session.ts'
import { createSnips } from '../../runs/history/snips.ts'
import { createPlanRuns } from '../../runs/plans/plan-runs.ts'
import type { GiveStep } from '../../runs/plans/step-agents.ts'
import type { AnswerFor } from '../../runs/run/closing.ts'
import { createInbox, type Inbox } from '../../runs/run/inbox.ts'
import { recoverRuns } from '../../runs/run/recover.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import { createRunHooks } from '../../runs/run/run-hooks.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { createSupervisor, type Work } from '../../runs/run/supervisor.ts'
import type { Grants } from '../../tools/grants/grants.ts'
import { createStepFailedTool } from '../../tools/step-failed/step-failed.ts'
import { createJudge, type ReadOnlyCommands } from '../../turn-setup/judge-calls.ts'
import { createLedgers } from '../../turn-setup/ledgers.ts'
import { createProjectSettings, type ProjectSettings } from '../../turn-setup/project-settings.ts'
import { createCompactionScenes } from '../../turn-setup/requests/compaction-scenes.ts'
import { createRunAllowances } from '../../turn-setup/run-allowances.ts'
import type { ScratchFolders } from '../../turn-setup/scratch-folders.ts'
import { createSessionAgents } from '../../turn-setup/session-agents.ts'
import { createTurnWork } from '../../turn-setup/turn-work.ts'
import type { Spending } from '../../usage/spending.ts'
import type { OpenSandbox } from '../storage/open-sandbox.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { Definitions } from '../tools/open-definitions.ts'
import type { RunEquipment } from '../tools/run-equipment.ts'
import { openBridgeSummary } from './open-bridge-summary.ts'
import { openLastWords } from './open-last-words.ts'
import { openRequests } from './open-requests.ts'

type Deps = {
  readonly storage: Storage
  readonly catalog: Catalog
  readonly equipment: RunEquipment
  readonly definitions: Definitions
  readonly grants: Grants
  readonly scratch: Pick<ScratchFolders, 'rules'>
  /** Brings to mind what is remembered about the question of a run. */
  readonly recall: Recall
  /** Returns the person's memory for all projects. */
  readonly userMemory: () => readonly MemoryItem[]
  /** Returns the hooks at a place. */
  readonly hooksAt: (scene: HookScene) => Promise<RunHooks>
  readonly config: () => UserConfig
  readonly secretVariables: Pick<SecretVariables, 'add'>
  /** The cost of requests, of today and of this month. */
  readonly money: { readonly spending: Spending; readonly requests: Pick<ModelRequests, 'ofChat'> }
  readonly sandbox: Pick<OpenSandbox, 'known'>
  /** Returns the person's sandbox settings. */
  readonly sandboxSettings: () => SandboxTable
  /** Makes a chat ready to carry out a plan that was accepted in it. */
  readonly handOver: (sessionId: SessionId) => Promise<void>
  /** Resumes an agent that the person answered after a restart. */
  readonly takeUp: (record: RunRecord, prior: PriorAnswers) => Promise<void>
  /** Gives a step of a plan to an agent. */
  readonly give: GiveStep
  /** The message routing of agents. */
  readonly agentEars: AgentEars
  /** The policy for read-only commands. */
  readonly reading: ReadOnlyCommands
  /** Waits for the agents that resume together with a run. */
  readonly join: (run: RunHandle) => Promise<void>
  /** Stops the awaited agents of a run that was stopped before it waited for them. */
  readonly leave: (run: RunHandle) => Promise<void>
  /** True for words that hold a secret. */
  readonly isSecret: (text: string) => boolean
  readonly deviceId: DeviceId
  /** The person's own rules for every project. */
  readonly agentsFile: string
  readonly git: Pick<Git, 'look'>
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
}

/** The runtime: sessions, the lane with its queue, approvals, and the supervisor over every run. */
export function openRuntime(deps: Deps) {
  const { storage, clock, newId, logger, deviceId, catalog } = deps
  const { store, bus } = storage
  const log: RunLog = { publish: bus.publish, live: bus.live, folds: store.folds }
  const projectSettings = createProjectSettings({
    ...{ user: deps.config, now: clock.now, logger },
    secretVariables: deps.secretVariables,
    sandbox: deps.sandboxSettings,
  })

  const supervisor = createSupervisor({
    ...{ log, clock, newId, logger },
    graceMs: () => mergeConfig(deps.config(), null).runs.cancelGraceMs,
    pathOf: storage.paths.of,
  })
  const approvals = createApprovals({ log, newId })
  const said = saidApart(storage.disk, { log, supervisor })
  const queue = createQueue({ log: said.log, newId })
  const { agents } = deps.definitions
  const personas = createPersonaTexts(storage)
  const agentOf = createSessionAgents({ log, agents, personas, pathOf: storage.paths.of })
  const { heldAt, ...watching } = watchingOf(deps, log)
  const { remembered, remembering } = rememberingOf(deps, log, projectSettings)
  const prepare = createPrepare({ ...deps.definitions, personas, ...takingInstructions(deps), remembered })
  const sessions = createSessions({
    ...{ log: said.sessions, newId, deviceId, chatAgent: CHAT_AGENT },
    prepare: preparingNew(prepare, { ...deps.equipment, agents }),
  })
  const { forChats: tools, forCoordinators: coordinating } = deps.equipment
  const { requests, idle, sent, reports, meter } = openRequests({
    ...{ log, storage, catalog, tools, coordinating, agentOf, logger },
    ...{ settings: projectSettings, newId, now: clock.now, equipment: deps.equipment },
  })
  const instructions = createSessionInstructions({
    ...{ log, sessions, reader: storage.reader, take: prepare },
    renewed: (sessionId) => {
      requests.renewed(sessionId)
      meter.soon(sessionId)
    },
  })
  const notes = createSessionNotes({ log, isSecret: deps.isSecret, pathOf: storage.paths.of })
  const { hookScenes, hooksAt, hooksOf, hooked } = openRunHooks(deps, log)
  const scenes = createCompactionScenes({ log, storage, requests, agents, catalog, idle, hooksAt })
  const compactor = createCompaction({ log, supervisor, clock, newId })
  const inbox = openInbox(deps, log, () => lane)
  const planRuns = openPlans(deps, { log, inbox, lane: () => lane })
  const { lastWords, answerFor, answerAhead } = openLastWords({ ...deps.equipment, storage, log })
  const ledgerOf = createLedgers()
  const turnWork = createTurnWork({
    ...{ storage, log, inbox, approvals, requests, sent, agentOf, clock, newId, logger, scenes, catalog },
    ...{ compaction: compactor, notes, planRuns, coordinating, hooksOf, answerAhead },
    ...{ join: deps.join, leave: deps.leave },
    bridgeSummary: openBridgeSummary({ storage, log, supervisor, agents, catalog, clock, newId }),
    instructionNews: openInstructionNews({ ...deps, log, now: clock.now }),
    ...{ stepFailedTool: createStepFailedTool(), ...watching },
    ...{ projectSettings, ledgerOf, paths: deps.equipment.paths, mcpTools: deps.equipment.mcpTools },
    placeNews: createPlaceNews({ ...deps, log, ledgerOf, disk: nodeRulesDisk, home: homedir() }),
    ...createJudge({ ...deps, log, settings: projectSettings, home: homedir() }),
  })
  const turns = (prior: PriorAnswers) => turnWork({ prior, tools, answer: null })
  const work = (prior: PriorAnswers) => planRuns.ticking(hooked(remembering(turns(prior))))
  const common = { log, newId, sessions, queue, supervisor: said.supervisor, work, logger }
  const lane: Lane = createLane({ ...common, follows: planRuns.follows })
  const answers = createAnswers({
    ...{ log, approvals, supervisor, lane, session: sessions.get },
    ...answering(deps, log),
  })
  const recover = createRecover(deps, log, answerFor)

  const length = { log, lane, changed: meter.soon }
  const summing = { compaction: compactor, sceneOf: scenes.resting, event: storage.reader.event }
  const compaction = createCompactionByHand({ ...length, ...summing })
  const snips = createSnips({ ...length, pathOf: storage.paths.of, count: requests.count })

  const branching = openBranches(deps, { log, sessions, lane })
  const chats = { deviceId, sessions, lane, answers, compaction, snips, prepare, heldAt, ...branching }
  const working = { planRuns, projectSettings, supervisor, inbox, lastWords, recover, turnWork, personas }
  return { log, queue, notes, meter, reports, instructions, hookScenes, hooksAt, ...working, ...chats }
}

export type Runtime = ReturnType<typeof openRuntime>

/** Creates the reader of a new session's instructions from disk. */
function takingInstructions({ agentsFile, git, clock, logger }: Deps) {
  const takeSnapshot = createTakeInstructions({
    ...{ userFile: agentsFile, home: homedir(), clock, logger },
    ...{ disk: nodeRulesDisk, summary: workspaceSummary, gitSummary: createGitSummary(git) },
  })
  return { takeSnapshot }
}

/** The other ways through a chat, and chats that begin with a part of one. */
function openBranches(
  { storage, newId, deviceId, equipment }: Deps,
  rooms: Omit<Parameters<typeof createBranches>[0], 'reader'> & { readonly log: RunLog },
) {
  const { reader, bus } = storage
  const branches = createBranches({ ...rooms, reader })
  const forkSession = createForkSession({
    ...{ ...rooms, newId, branches, deviceId, reader },
    log: { folds: rooms.log.folds, publish: bus.publish },
    carryFiles: equipment.checkpoints.copied,
  })
  return { branches, forkSession }
}

/** Returns the handling of answers: pending requests, and storage of answers that apply beyond one call. */
function answering({ storage, grants, takeUp, logger }: Deps, log: RunLog) {
  return {
    takeUpAgent: (record, prior) => {
      takeUp(record, prior).catch((error: unknown) => logger.error('An agent could not go on', error))
    },
    pathOf: storage.paths.of,
    asksOf: storage.reader.asksOf,
    // A permission for an agent applies to its chat.
    remember: (ask, how, session) =>
      grants.prepare(ask, how, {
        sessionId: chatOf(log, session).id,
        projectId: session.meta.projectId,
        cwd: session.cwd,
      }),
  } satisfies Partial<Parameters<typeof createAnswers>[0]>
}

function createRecover({ storage, newId, logger }: Deps, log: RunLog, answerFor: AnswerFor) {
  return () =>
    recoverRuns({
      ...{ log, newId },
      unsettled: storage.reader.unsettled,
      pathOf: storage.paths.of,
      answerFor,
      report: (sessionId, error) => logger.error('A chat could not be put in order', error, { sessionId }),
    })
}

/** What runs need of teams, and what watches how much they use. */
function watchingOf({ storage, catalog, clock, money, equipment: { teams: team } }: Deps, log: RunLog) {
  const watching = { log, storage, catalog, clock, ...money }
  const runAllowances = createRunAllowances({ ...watching, teamLinesOf: team.teams.linesOf })
  return { teamMail: team.mail, runAllowances, heldAt: runAllowances.heldAt }
}

/** Opens the inbox of a chat or an agent. */
function openInbox({ storage, logger, agentEars }: Deps, log: RunLog, lane: () => Lane): Inbox {
  const ofChat = createChatHearing({ log, activeRun: (sessionId) => lane().activeRun(sessionId) })
  return createInbox({
    ...{ log, subscribe: storage.bus.subscribe, wake: agentEars.wake },
    hearingOf: (sessionId) =>
      log.folds(sessionId).session?.kind === 'child' ? agentEars.hearingOf(sessionId) : ofChat(sessionId),
    goOn: (sessionId, first) => lane().goOn(sessionId, first),
    report: (error) => logger.error('What came for a chat could not be put into it yet', error),
  })
}

/** Opens the hooks of chat runs and compactions. */
function openRunHooks({ storage, hooksAt }: Deps, log: RunLog) {
  const hookScenes = createHookScenes(log)
  const hooksOf = createRunHooks((run) => hooksAt(hookScenes.ofRun(run)))
  const pathOf = (run: RunHandle) => storage.paths.of(run.sessionId, run.contextId)
  return {
    ...{ hookScenes, hooksOf },
    hooksAt: (sessionId: SessionId) => hooksAt(hookScenes.ofSession(sessionId)),
    hooked: createHookedStart({ log, hooksOf, pathOf }),
  }
}

/** Plans that the person has accepted. The lane that starts their steps is made later than they are. */
type Planned = { readonly log: RunLog; readonly inbox: Inbox; readonly lane: () => Lane }

function openPlans({ storage, newId, logger, handOver, give }: Deps, planned: Planned) {
  return createPlanRuns({
    ...{ ...planned, handOver, give, event: storage.reader.event },
    newPlanId: () => newId('plan'),
    report: (sessionId, error) => logger.error('A plan could not be carried out', error, { sessionId }),
  })
}

/** Returns the memory of chats: the person's memory for new chats, and recall for runs. */
function rememberingOf(
  { recall, userMemory, catalog }: Deps,
  log: RunLog,
  settings: Pick<ProjectSettings, 'context' | 'recall'>,
) {
  const roomFor = (run: RunHandle, cwd: string): number | null => {
    const model = catalog.infoOf(run.record().model)
    return model === null ? null : roomOf('memory-recall', policyFor(model, settings.context(cwd)), model)
  }
  return {
    remembered: async (cwd: string): Promise<string> =>
      (await settings.recall(cwd)).values.recall ? userMemoryLines(userMemory()) : '',
    remembering:
      (turning: Work): Work =>
      async (run) => {
        const cwd = log.folds(run.sessionId).session?.cwd
        if (cwd !== undefined) {
          const { values } = await settings.recall(cwd)
          await recall(run, { ...values, room: roomFor(run, cwd) })
        }
        await turning(run)
      },
  }
}
