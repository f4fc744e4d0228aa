import { homedir } from 'node:os'
import type { SessionId } from '#shared/ids.ts'
import { CHAT_AGENT } from '../../../agents/definitions/builtin.ts'
import { chatOf } from '../../../agents/records/parent.ts'
import { mergeConfig } from '../../../config/merge-config.ts'
import { createHookScenes } from '../../../extensions/hooks/hook-scenes.ts'
import { createGitSummary } from '../../../instructions/git-summary.ts'
import { createPersonaTexts } from '../../../instructions/persona-texts.ts'
import { createPrepare, preparingNew } from '../../../instructions/prepare-session.ts'
import { nodeRulesDisk } from '../../../instructions/rules-disk.ts'
import { createSessionInstructions } from '../../../instructions/session-instructions.ts'
import { createTakeInstructions } from '../../../instructions/take-instructions.ts'
import { workspaceSummary } from '../../../instructions/workspace-facts.ts'
import { createApprovals } from '../../../runs/calls/approvals.ts'
import type { PriorAnswers } from '../../../runs/calls/tool-group.ts'
import { createAnswers } from '../../../runs/chats/answers.ts'
import { createHookedStart } from '../../../runs/chats/hooked-start.ts'
import { immediateLog } from '../../../runs/chats/immediate-log.ts'
import { createLane, type Lane } from '../../../runs/chats/lane.ts'
import { createMessageRouting } from '../../../runs/chats/message-routing.ts'
import { createQueue } from '../../../runs/chats/queue.ts'
import { createSessionNotes } from '../../../runs/chats/session-notes.ts'
import { createSessions } from '../../../runs/chats/sessions.ts'
import { createCompaction } from '../../../runs/compaction/compaction.ts'
import { createCompactionByHand } from '../../../runs/compaction/compaction-by-hand.ts'
import { createBranches } from '../../../runs/history/branches.ts'
import { createForkSession } from '../../../runs/history/fork-session.ts'
import { createSnips } from '../../../runs/history/snips.ts'
import { createPlanRuns } from '../../../runs/plans/plan-runs.ts'
import type { AnswerFor } from '../../../runs/run/closing.ts'
import { createInbox, type Inbox } from '../../../runs/run/inbox.ts'
import { recoverRuns } from '../../../runs/run/recover.ts'
import type { RunHandle } from '../../../runs/run/run-handle.ts'
import { createRunHooks } from '../../../runs/run/run-hooks.ts'
import type { RunLog } from '../../../runs/run/run-log.ts'
import { createSupervisor } from '../../../runs/run/supervisor.ts'
import { createRemembering } from '../../../turn-setup/remembering.ts'
import { createCompactionScenes } from '../../../turn-setup/requests/compaction-scenes.ts'
import { createRunAllowances } from '../../../turn-setup/run-allowances.ts'
import { createSessionAgents } from '../../../turn-setup/session-agents.ts'
import { createProjectSettings, type ProjectSettings } from '../../../turn-setup/settings/project-settings.ts'
import { createLink } from '../../link.ts'
import { openFinalAnswers } from './open-final-answers.ts'
import { openJudge } from './open-judge.ts'
import { openRequests } from './open-requests.ts'
import { openTurnWork } from './open-turn-work.ts'
import type { RuntimeDeps } from './runtime-deps.ts'

/** The runtime: sessions, the lane with its queue, approvals, and the supervisor over every run. */
export function openRuntime(deps: RuntimeDeps) {
  const { storage, clock, newId, logger, deviceId, catalog, equipment } = deps
  const { agents } = deps.definitions
  const log: RunLog = { publish: storage.bus.publish, live: storage.bus.live, folds: storage.store.folds }
  const projectSettings = openProjectSettings(deps)

  const supervisor = openSupervisor(deps, log)
  const approvals = createApprovals({ log, newId })
  const said = immediateLog(storage.disk, { log, supervisor })
  const queue = createQueue({ log: said.log, newId })
  const personas = createPersonaTexts(storage)
  const agentOf = createSessionAgents({ log, agents, personas, pathOf: storage.paths.recent })
  const { heldAt, ...watching } = watchingOf(deps, log)
  const { remembered, remembering } = rememberingOf(deps, log, projectSettings)
  const prepare = prepareOf(deps, personas, remembered)
  const { allowsBackground } = equipment
  const readSettings = projectSettings.refresh
  const prepareNew = preparingNew(prepare, { allowsBackground, agents, readSettings })
  const sessions = createSessions({
    log: said.sessions,
    newId,
    deviceId,
    chatAgent: CHAT_AGENT,
    prepare: prepareNew,
  })
  const { requests, idle, sent, reports, meter } = requestsOf(deps, { log, agentOf, projectSettings })
  const instructions = createSessionInstructions({
    log,
    sessions,
    reader: storage.reader,
    take: prepare,
    renewed: (sessionId) => {
      requests.renewed(sessionId)
      meter.soon(sessionId)
    },
  })
  const notes = createSessionNotes({ log, isSecret: deps.isSecret, pathOf: storage.paths.recent })
  const { hookScenes, hooksAt, hooksOf, hooked } = openRunHooks(deps, log)
  const scenes = createCompactionScenes({ log, storage, requests, agents, catalog, idle, hooksAt })
  const compactor = createCompaction({ log, supervisor, clock, newId })
  const toLane = createLink<Lane>('the lane of chats')
  const inbox = openInbox(deps, log, toLane.get)
  const planRuns = openPlans(deps, { log, inbox, lane: toLane.get })
  const { finalAnswer, answerFor, answerAhead } = openFinalAnswers(deps, log)
  const { judging, judgeTyped } = openJudge(deps, { log, projectSettings, agentOf })
  const turnWork = openTurnWork(deps, {
    log,
    judging,
    supervisor,
    inbox,
    approvals,
    requests,
    sent,
    agentOf,
    scenes,
    compaction: compactor,
    notes,
    planRuns,
    hooksOf,
    answerAhead,
    projectSettings,
    teamMail: watching.teamMail,
    runAllowances: watching.runAllowances,
  })
  const turns = (prior: PriorAnswers) =>
    remembering(turnWork({ prior, tools: equipment.forChats, answer: null }))
  const work = (prior: PriorAnswers) => planRuns.ticking(hooked(turns(prior)))
  const lane: Lane = createLane({
    log,
    newId,
    sessions,
    queue,
    supervisor: said.supervisor,
    work,
    logger,
    follows: planRuns.follows,
  })
  toLane.connect(lane)
  const answers = answersOf(deps, { log, approvals, supervisor, lane, session: sessions.get })
  const shortening = openShortening(deps, { log, lane, meter, compactor, scenes, requests })
  const branching = openBranches(deps, { log, sessions, lane })
  const chats = { deviceId, sessions, lane, answers, prepare, heldAt, ...shortening, ...branching }
  const recover = createRecover(deps, log, answerFor)
  const working = { planRuns, projectSettings, supervisor, inbox, finalAnswer, recover, turnWork, personas }
  const at = { hookScenes, hooksAt, judgeTyped }
  const asking = { requests, idle, sent }
  return { log, queue, notes, meter, reports, asking, instructions, ...at, ...working, ...chats }
}

export type Runtime = ReturnType<typeof openRuntime>

/** Creates the supervisor of every run. */
function openSupervisor({ config, storage, clock, newId, logger }: RuntimeDeps, log: RunLog) {
  return createSupervisor({
    log,
    clock,
    newId,
    logger,
    graceMs: () => mergeConfig(config(), null).runs.cancelGraceMs,
    pathOf: storage.paths.recent,
  })
}

/** Creates the settings of a project with those of the person. */
function openProjectSettings(deps: RuntimeDeps) {
  const { config, ownConfig, higher, folderFiles, secretVariables, sandboxSettings } = deps
  return createProjectSettings({
    user: config,
    own: ownConfig,
    higher,
    files: folderFiles,
    secretVariables,
    sandbox: sandboxSettings,
  })
}

type ForShortening = Pick<Parameters<typeof createCompactionByHand>[0], 'log' | 'lane'> & {
  readonly meter: ReturnType<typeof openRequests>['meter']
  readonly compactor: ReturnType<typeof createCompaction>
  readonly scenes: ReturnType<typeof createCompactionScenes>
  readonly requests: ReturnType<typeof openRequests>['requests']
}

/** Opens what makes a branch shorter: compaction by the person, and exchanges left out. */
function openShortening({ storage }: RuntimeDeps, made: ForShortening) {
  const { log, lane } = made
  const compaction = createCompactionByHand({
    log,
    lane,
    changed: made.meter.soon,
    compaction: made.compactor,
    sceneOf: made.scenes.resting,
    event: storage.reader.event,
  })
  const snips = createSnips({
    log,
    lane,
    changed: made.meter.soon,
    paths: storage.paths,
    count: made.requests.count,
  })
  return { compaction, snips }
}

type ForRequests = Pick<Parameters<typeof openRequests>[0], 'log' | 'agentOf'> & {
  readonly projectSettings: ProjectSettings
}

/** Opens the requests of chats: the next one, and those that were sent. */
function requestsOf(deps: RuntimeDeps, { log, agentOf, projectSettings }: ForRequests) {
  const { storage, catalog, logger, newId, clock } = deps
  const { forChats: tools, forCoordinators: coordinating } = deps.equipment
  return openRequests({
    log,
    storage,
    catalog,
    tools,
    coordinating,
    agentOf,
    logger,
    settings: projectSettings,
    newId,
    now: clock.now,
    equipment: deps.equipment,
  })
}

type Preparing = Parameters<typeof createPrepare>[0]

/** Returns what a new session begins with. */
function prepareOf(deps: RuntimeDeps, personas: Preparing['personas'], remembered: Preparing['remembered']) {
  return createPrepare({
    agents: deps.definitions.agents,
    skillIndexFor: deps.definitions.skillIndexFor,
    styleFor: deps.definitions.styles.textFor,
    personas,
    ...takingInstructions(deps),
    remembered,
  })
}

type ForAnswers = Pick<
  Parameters<typeof createAnswers>[0],
  'approvals' | 'supervisor' | 'lane' | 'session'
> & {
  readonly log: RunLog
}

/** Opens the person's answers to requests. */
function answersOf(deps: RuntimeDeps, { log, approvals, supervisor, lane, session }: ForAnswers) {
  return createAnswers({
    log,
    approvals,
    supervisor,
    lane,
    session,
    ...answering(deps, log),
  })
}

/** Creates the reader of a new session's instructions from disk. */
function takingInstructions({ agentsFile, git, clock, logger }: RuntimeDeps) {
  const takeSnapshot = createTakeInstructions({
    userFile: agentsFile,
    home: homedir(),
    clock,
    logger,
    disk: nodeRulesDisk,
    summary: workspaceSummary,
    gitSummary: createGitSummary(git),
  })
  return { takeSnapshot }
}

/** The other ways through a chat, and chats that begin with a part of one. */
function openBranches(
  { storage, newId, deviceId, equipment }: RuntimeDeps,
  rooms: Omit<Parameters<typeof createBranches>[0], 'reader'> & { readonly log: RunLog },
) {
  const { reader, bus } = storage
  const branches = createBranches({
    lane: rooms.lane,
    sessions: rooms.sessions,
    log: rooms.log,
    reader,
  })
  const forkSession = createForkSession({
    sessions: rooms.sessions,
    newId,
    branches,
    deviceId,
    reader,
    log: { folds: rooms.log.folds, publish: bus.publish },
    carryFiles: equipment.checkpoints.copied,
  })
  return { branches, forkSession }
}

/** Returns the handling of answers: pending requests, and storage of answers that apply beyond one call. */
function answering({ storage, grants, resumeAnswered, logger }: RuntimeDeps, log: RunLog) {
  return {
    takeUpAgent: (record, prior) => {
      resumeAnswered(record, prior).catch((error: unknown) =>
        logger.error('An agent could not continue', error),
      )
    },
    pathOf: storage.paths.recent,
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

function createRecover({ storage, newId, logger }: RuntimeDeps, log: RunLog, answerFor: AnswerFor) {
  return () =>
    recoverRuns({
      log,
      newId,
      unsettled: storage.reader.unsettled,
      pathOf: storage.paths.recent,
      answerFor,
      report: (sessionId, error) => logger.error('A chat could not be put in order', error, { sessionId }),
    })
}

/** Opens the mail of teams for runs, and the watch over their usage. */
function watchingOf(
  { storage, catalog, clock, money, equipment: { teams: team } }: RuntimeDeps,
  log: RunLog,
) {
  const runAllowances = createRunAllowances({
    spending: money.spending,
    payerOf: money.payerOf,
    requests: money.requests,
    log,
    storage,
    catalog,
    clock,
    teamLinesOf: team.teams.linesOf,
  })
  return { teamMail: team.mail, runAllowances, heldAt: runAllowances.heldAt }
}

/** Opens the inbox of a chat or an agent. */
function openInbox({ storage, logger, inboxRouting }: RuntimeDeps, log: RunLog, lane: () => Lane): Inbox {
  const ofChat = createMessageRouting({ log, activeRun: (sessionId) => lane().activeRun(sessionId) })
  return createInbox({
    log,
    subscribe: storage.bus.subscribe,
    wake: inboxRouting.wake,
    hearingOf: (sessionId) =>
      log.folds(sessionId).session?.kind === 'child' ? inboxRouting.hearingOf(sessionId) : ofChat(sessionId),
    goOn: (sessionId, first) => lane().goOn(sessionId, first),
    report: (error) => logger.error('What came for a chat could not be put into it yet', error),
  })
}

/** Opens the hooks of chat runs and compactions. */
function openRunHooks({ storage, hooksAt }: RuntimeDeps, log: RunLog) {
  const hookScenes = createHookScenes(log)
  const hooksOf = createRunHooks((run) => hooksAt(hookScenes.ofRun(run)))
  const pathOf = (run: RunHandle) => storage.paths.recent(run.sessionId, run.contextId)
  return {
    hookScenes,
    hooksOf,
    hooksAt: (sessionId: SessionId) => hooksAt(hookScenes.ofSession(sessionId)),
    hooked: createHookedStart({ log, hooksOf, pathOf }),
  }
}

/** The parts that carry out plans the person has accepted. The lane that starts their steps opens after them. */
type Planned = { readonly log: RunLog; readonly inbox: Inbox; readonly lane: () => Lane }

function openPlans({ storage, newId, logger, preparePlanRun, give }: RuntimeDeps, planned: Planned) {
  return createPlanRuns({
    log: planned.log,
    inbox: planned.inbox,
    lane: planned.lane,
    preparePlanRun,
    give,
    event: storage.reader.event,
    newPlanId: () => newId('plan'),
    report: (sessionId, error) => logger.error('A plan could not be carried out', error, { sessionId }),
  })
}

/** Returns the memory of chats: the person's memory for new chats, and recall for runs. */
function rememberingOf(
  { recall, userMemory, catalog }: RuntimeDeps,
  log: RunLog,
  settings: Pick<ProjectSettings, 'context' | 'recall'>,
) {
  return createRemembering({ recall, userMemory, catalog, log, settings })
}
