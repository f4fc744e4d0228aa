import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { BlobId, SessionId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { withReplayOf } from '#shared/model/provider-replay.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { say } from '#shared/sentences.ts'
import { NOTES_SET } from '#shared/session/note.ts'
import { OWN_TOOL } from '#shared/tools/own-tool.ts'
import { toolsFor } from '../agents/definitions/coordinator.ts'
import { stricterMode } from '../agents/definitions/limits.ts'
import type { createPlaceNews } from '../instructions/place-news.ts'
import { nextTurn } from '../lib/next-turn.ts'
import { schedule } from '../log/delivery/schedule.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import type { ModelRequest } from '../models/model.ts'
import type { PriorAnswers } from '../runs/calls/tool-group.ts'
import { askToStart } from '../runs/chats/hooked-start.ts'
import type { BridgeSummary } from '../runs/compaction/bridge-summary.ts'
import type { GiveAgain } from '../runs/compaction/give-again.ts'
import { notesReminders } from '../runs/plans/notes-reminders.ts'
import { planNewsOf } from '../runs/plans/plan-news.ts'
import { planReminders } from '../runs/plans/plan-reminders.ts'
import type { AnswerFor } from '../runs/run/closing.ts'
import type { Inbox } from '../runs/run/inbox.ts'
import { REMIND_TO_ANSWER } from '../runs/run/notices.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { HooksOfRun, RunHooksOf } from '../runs/run/run-hooks.ts'
import type { Work } from '../runs/run/supervisor.ts'
import type { Attachments } from '../runs/turns/attachments.ts'
import type { ProjectChecks } from '../runs/turns/edit-check.ts'
import { seesRequests, throughHooks } from '../runs/turns/hooked-request.ts'
import { isProlonged } from '../runs/turns/run-stop.ts'
import { runTurns, type TurnDeps } from '../runs/turns/turns.ts'
import type { Tool } from '../tools/tool.ts'
import { type AnswerSlot, type CheckAnswer, createAnswerSlot } from './answer-slot.ts'
import { answerStyle, turnEffort } from './answer-style.ts'
import { createAnswering, readyFor } from './answering.ts'
import { cacheFacts } from './cache-facts.ts'
import { editsIn } from './edits-in.ts'
import { givingAgain } from './giving-again.ts'
import { createHandOn } from './hand-on.ts'
import { createLateNotices, type LateNotices, noticesOfServer } from './late-notices.ts'
import { tellModelChange } from './model-change.ts'
import type { ProjectSettings } from './project-settings.ts'
import { createRoom, overflowError, type RoomDeps } from './requests/make-room.ts'
import type { RequestBuilder } from './requests/request-builder.ts'
import type { SentRequests } from './requests/sent-requests.ts'
import type { RunAllowances } from './run-allowances.ts'
import type { SessionAgent, SessionAgents } from './session-agents.ts'
import { settingNews } from './setting-news.ts'
import { createRunTools, type RunTools } from './tool-search/run-tools.ts'
import { rootOf, type TurnCallsDeps, turnCalls } from './turn-calls.ts'
import { createWindowWatch, unreadIn } from './window-watch.ts'

export type TurnWorkDeps = RoomDeps &
  TurnCallsDeps & {
    readonly catalog: Catalog
    readonly agentOf: SessionAgents
    /** Loads the check of answers against a schema. */
    readonly schemaCheck: () => Promise<CheckAnswer>
    /** The tools of the coordinator. */
    readonly coordinating: readonly Tool[]
    /** The tools of MCP servers that an agent of a session gets. */
    readonly mcpTools: (sessionId: SessionId, signal: AbortSignal) => Promise<readonly Tool[]>
    /** Grows with each change of an MCP server. */
    readonly mcpChanges: () => number
    /** For runs that are steps of a plan. */
    readonly stepFailedTool: Tool
    readonly requests: RequestBuilder
    readonly sent: Pick<SentRequests, 'keep' | 'changed' | 'cacheCheck'>
    readonly hooksOf: RunHooksOf
    /** Answers calls left open by the exit of the app. */
    readonly answerAhead: AnswerFor
    readonly projectSettings: ProjectSettings
    readonly inbox: Pick<Inbox, 'has' | 'take'>
    readonly attachments: Attachments
    readonly bridgeSummary: BridgeSummary
    /** The checks after edits. */
    readonly editCheck: ProjectChecks
    /** Returns outdated instructions, for one run. */
    readonly instructionNews: (run: RunHandle) => Promise<Pick<Inbox, 'has' | 'take'>>
    /** Announces changes around a run: mode, branch, rules and files. */
    readonly placeNews: ReturnType<typeof createPlaceNews>
    /** Moves a session whose worktree is gone to a folder that exists. */
    readonly ensurePlace: (sessionId: SessionId) => Promise<void>
    /** Waits for the agents that were paused with this session and resume with it. */
    readonly join: (run: RunHandle) => Promise<void>
    /** Stops the awaited agents of a run that was stopped before it waited for them. */
    readonly leave: (run: RunHandle) => Promise<void>
    /** Reads the limits in the file of a session's project again. */
    readonly readLimits: (sessionId: SessionId) => Promise<void>
    readonly runAllowances: Pick<RunAllowances, 'allowances' | 'openUse' | 'pools'>
    /** The mail of teammates. */
    readonly teamMail: Pick<Inbox, 'has' | 'take'>
  }

/** Options of one run. */
export type TurnOptions = {
  readonly prior: PriorAnswers
  readonly tools: readonly Tool[]
  /** Tools the agent has whatever its definition names. */
  readonly always?: readonly Tool[]
  /** Selects the MCP tools of the agent by name; all when missing. */
  readonly mcp?: ((tool: string) => boolean) | undefined
  /** Receives the structured answer; null for a run that ends with text. */
  readonly answer: AnswerSlot | null
  /** Returns the output tokens allowed for a request of `sent` tokens; missing or null without a budget. */
  readonly answerRoom?: ((wanted: number, sent: number) => number) | null
  /** The effort of this run, before the agent's and the chat's. Missing or null: those count. */
  readonly effort?: Effort | null
}

/** Joins the rooms into the inside of a run: which model, which tools, which request. */
export function createTurnWork(deps: TurnWorkDeps): (options: TurnOptions) => Work {
  return (asked) => withEnd(deps, (run) => work(deps, asked, run))
}

/** Does the work of one run. */
async function work(deps: TurnWorkDeps, asked: TurnOptions, run: RunHandle): Promise<void> {
  const { allowances, openUse, pools } = deps.runAllowances
  const root = await placeOf(deps, run)
  await deps.requests.ready(run.sessionId, run.contextId)
  await Promise.all([readSettings(deps, run, root), deps.readLimits(run.sessionId)])
  const agent = await deps.agentOf(run.sessionId, run.contextId)
  const hooks = await deps.hooksOf(run)
  await askToStart(hooks, run)
  const collect = () => offeredTo(deps, run, { asked, agent })
  const offered = await collect()
  const always = [...(asked.always ?? []), ...toolsOfStep(deps, run)]
  const answer = asked.answer ?? (await answerOfRun(deps, run))
  const options = { ...asked, answer }
  let isReminded = false
  const { ended, isHandedOn, couldNot } = createHandOn()
  const path = () => deps.storage.paths.recent(run.sessionId, run.contextId)
  const whole = () => deps.storage.paths.of(run.sessionId, run.contextId)
  const notices = createLateNotices(run, whole)
  const window = createWindowWatch(run.runId)
  await readyFor(deps.catalog, run, run.record().model)
  const place = await deps.placeNews(run, standingOf(deps, run, { agent, offered }))
  const model = () => answering.model.info
  const tools = createRunTools(deps, run, {
    agent,
    offered,
    collect,
    always,
    answer,
    path,
    watching: place.watching,
    model,
  })
  const toolCalls = turnCalls(deps, agent, { hooks, tools: tools.all, reach: tools.reach, ended })
  const again = givingAgain(deps, run, { agent, calls: toolCalls, toolNews: tools.news })
  const sized: Sized = { estimate: null, effort: undefined }
  const isForced = () => isReminded
  const requesting = { root, options, agent, notices, window, again, isForced, sized, tools }
  const answering = createAnswering({ ...deps.catalog, pools }, run, ({ info }) =>
    requestsOf(deps, run, { ...requesting, model: withReplayOf(info, agent.definition) }),
  )
  const allowance = allowances(run, deps.projectSettings.runs(root))
  const turns: TurnDeps = {
    log: deps.log,
    pathOf: (of) => deps.storage.paths.recent(of.sessionId, of.contextId),
    ...answering,
    hooks,
    throughHooks: seesRequests(hooks) ? looking(deps, hooks, sized) : null,
    estimated: () => sized.estimate,
    effort: () => sized.effort,
    ...cacheFacts(deps, run.sessionId, path),
    toolCalls,
    answerFor: deps.answerAhead,
    attachments: deps.attachments,
    clock: deps.clock,
    newId: deps.newId,
    inbox: newsOf(deps, hooks, await changesOf(deps, run, { agent, place, tools, path, asked, model })),
    delay: schedule,
    breath: nextTurn,
    settled: deps.storage.disk.settled,
    openUse,
    maxTurns: mostTurns(run, usualTurns(deps, root, agent)),
    // Read before each request, because the person may change the limit of the chat.
    get allowance() {
      return allowance()
    },
    isAnswered: () => isHandedOn() || answer?.isGiven() === true,
  }
  await deps.join(run)
  tellModelChange(run, path(), model(), deps.catalog.infoOf)
  const lasting = { hooks, edits: editsIn(deps, run, agent), maxTurns: turns.maxTurns }
  await notices.toldOnFailure(async () => {
    do await runTurns(turns, run, options.prior)
    while (answer === null && !isHandedOn() && (await isProlonged(lasting, run, whole)))
  })
  notices.add(...(window.verdict({ recent: path(), whole }, model()) ?? []))
  notices.tell()
  const reason = couldNot()
  if (reason !== null) throw AppError.saying('tool.failed', say('plan.couldNot', { reason }))
  if (answer === null) return
  isReminded = !answer.isGiven()
  if (isReminded) await runTurns(turns, reminded(run), options.prior)
  if (answer.isGiven() && answer.problem() === null) return
  throw AppError.saying('llm.other', say('llm.noForm', { model: model().label }))
}

/** Adds what follows the end of a run. */
function withEnd(deps: TurnWorkDeps, work: Work): Work {
  return async (run) => {
    try {
      await work(run)
    } finally {
      deps.editCheck.ended(run)
      if (run.signal.aborted) await deps.leave(run)
    }
  }
}

/** Returns the folder a run works in. A worktree that is gone was left for a folder that exists. */
async function placeOf(deps: TurnWorkDeps, { sessionId }: RunHandle): Promise<string> {
  await deps.ensurePlace(sessionId)
  return rootOf(deps, sessionId)
}

/** Returns the answer slot of a run whose bounds name a form; null for others. Few runs need the schema check. */
async function answerOfRun({ schemaCheck }: TurnWorkDeps, run: RunHandle): Promise<AnswerSlot | null> {
  const schema = run.record().bounds?.schema
  return schema === undefined ? null : createAnswerSlot(schema, await schemaCheck())
}

/** Asks a model that ended without a structured answer to give it. */
function reminded(run: RunHandle): RunHandle {
  run.publish([REMIND_TO_ANSWER])
  return run
}

/** The most requests of an agent: of a higher layer, of its definition, or of the settings. */
const usualTurns = ({ projectSettings }: TurnWorkDeps, root: string, { definition }: SessionAgent): number =>
  projectSettings.forcedTurns() ?? definition.maxTurns ?? projectSettings.runs(root).maxTurns

/** Returns the turn limit of a run: the bounds of the run may only lower that of its agent. */
const mostTurns = (run: RunHandle, usual: number): number =>
  Math.min(run.record().bounds?.maxTurns ?? usual, usual)

/** The tools of a run, with those of MCP servers. */
async function withMcp(
  { mcpTools }: Pick<TurnWorkDeps, 'mcpTools'>,
  { sessionId, signal }: RunHandle,
  { tools, mcp = () => true }: Pick<TurnOptions, 'tools' | 'mcp'>,
): Promise<readonly Tool[]> {
  const ofServers = await mcpTools(sessionId, signal)
  return [...tools, ...ofServers.filter(({ name }) => mcp(name))]
}

/**
 * Returns the tools of an agent. Without the shell it gets no tool that a file describes, since its calls are shell
 * commands.
 */
async function offeredTo(
  deps: TurnWorkDeps,
  run: RunHandle,
  { asked, agent }: { readonly asked: TurnOptions; readonly agent: SessionAgent },
): Promise<readonly Tool[]> {
  const tools = toolsFor(agent, await withMcp(deps, run, asked), deps.coordinating)
  if (tools.some(({ name }) => name === 'bash')) return tools
  return tools.filter(({ name }) => !name.startsWith(OWN_TOOL))
}

/** Returns the state of a run's agent: its mode, and whether it can propose a plan. */
function standingOf(
  { log, standing, catalog, requests }: TurnWorkDeps,
  run: RunHandle,
  { agent, offered }: { readonly agent: SessionAgent; readonly offered: readonly Tool[] },
) {
  const { definition } = agent
  const model = catalog.infoOf(run.record().model)
  const tools = model === null ? [] : requests.offer(run.sessionId, offered, { definition, model })
  // The persona of such an agent says so already.
  const isToldBy = definition.permissionMode === 'plan' && log.folds(run.sessionId).session?.kind === 'child'
  return {
    tellsMode: !isToldBy,
    mode: () =>
      standing(run.sessionId, agent).reduce<PermissionMode>(
        (left, { mode }) => stricterMode(left, mode),
        'bypass',
      ),
    proposes: tools.some(({ name }) => name === 'propose_plan'),
  }
}

/** Many agents begin together, and one look at the file does for them. */
async function readSettings(
  { log, projectSettings }: Pick<TurnWorkDeps, 'log' | 'projectSettings'>,
  { sessionId }: RunHandle,
  root: string,
): Promise<void> {
  if (log.folds(sessionId).session?.kind !== 'child') return projectSettings.refresh(root)
  await projectSettings.refreshForAgent(root)
  // The results of the previous agent in this slot are stored by now, so a crash does not repeat its work.
  await nextTurn()
}

/** Passes a request through hooks and stores the result for later inspection. */
function looking(
  { sent }: TurnWorkDeps,
  hooks: HooksOfRun,
  sized: Sized,
): NonNullable<TurnDeps['throughHooks']> {
  return async (run, request) => {
    const seen = await throughHooks(hooks, request, run.signal)
    if (seen.messages === request.messages) return seen
    sent.changed(run, seen.messages)
    // The estimate does not apply to the changed request.
    sized.estimate = null
    return seen
  }
}

/** The tool of a run that is a step of a plan. */
const toolsOfStep = ({ stepFailedTool }: TurnWorkDeps, run: RunHandle): readonly Tool[] =>
  run.record().planId === undefined ? [] : [stepFailedTool]

type Changing = Omit<Parameters<typeof settingNews>[2], 'effort'> & {
  readonly asked: Pick<TurnOptions, 'effort'>
  readonly place: Pick<Inbox, 'has' | 'take'>
  readonly tools: Pick<RunTools, 'news' | 'reach'>
}

/** Collects the changes that an agent hears of before its next request. */
async function changesOf(
  deps: TurnWorkDeps,
  run: RunHandle,
  { asked, place, tools, agent, path, model }: Changing,
): Promise<readonly Pick<Inbox, 'has' | 'take'>[]> {
  const isOffered = (tool: string) => tools.reach().direct.some(({ name }) => name === tool)
  return [
    await deps.instructionNews(run),
    place,
    tools.news,
    ...newsOfPlan(deps, run),
    settingNews(deps, run, { agent, path, model, effort: asked.effort }),
    ...remindersOf(deps, path, isOffered),
  ]
}

function newsOfPlan({ log }: Pick<TurnWorkDeps, 'log'>, run: RunHandle): Pick<Inbox, 'has' | 'take'>[] {
  const news = planNewsOf(log, run)
  return news === null ? [] : [news]
}

/** Reminders of what an agent keeps by tools that its model has. */
function remindersOf(
  { log }: Pick<TurnWorkDeps, 'log'>,
  pathOf: () => readonly DurableEvent[],
  isOffered: (tool: string) => boolean,
): Pick<Inbox, 'has' | 'take'>[] {
  return [
    planReminders({ log, pathOf, isOffered: () => isOffered('plan') }),
    notesReminders({ log, pathOf, isOffered: () => isOffered(NOTES_SET) }),
  ]
}

/** Collects additions between two requests: messages, changes and hook output. */
function newsOf(
  { inbox, notes, teamMail }: TurnWorkDeps,
  hooks: HooksOfRun,
  changed: readonly Pick<Inbox, 'has' | 'take'>[],
): TurnDeps['inbox'] {
  return {
    has: (run) =>
      inbox.has(run) ||
      notes.has(run) ||
      teamMail.has(run) ||
      changed.some((news) => news.has(run)) ||
      hooks.hasItems(),
    take: (run) => {
      for (const news of changed) news.take(run)
      inbox.take(run)
      notes.take(run)
      teamMail.take(run)
      hooks.take(run)
    },
  }
}

/**
 * The estimated tokens of the newest request of a run, null where that is not known, and the effort that it names: null for
 * none, undefined for one of the turn alone or a model that does not think.
 */
type Sized = { estimate: number | null; effort: Effort | null | undefined }

type Requesting = {
  readonly model: ModelInfo
  readonly root: string
  readonly options: Pick<TurnOptions, 'answer' | 'answerRoom' | 'effort'>
  readonly tools: Pick<RunTools, 'listFor'>
  readonly agent: SessionAgent
  /** True once nothing but the structured answer is wanted. */
  readonly isForced: () => boolean
  readonly notices: LateNotices
  readonly window: ReturnType<typeof createWindowWatch>
  readonly again: GiveAgain
  readonly sized: Sized
}

function requestsOf(deps: TurnWorkDeps, run: RunHandle, requesting: Requesting) {
  const { model, root, options, agent, isForced, notices, window, again, sized, tools } = requesting
  const { answer, answerRoom = null } = options
  const { sessionId, contextId, runId } = run
  const ofAnswer = answer === null ? [] : [answer.spec]
  const listed = () => [...tools.listFor(model).specs, ...ofAnswer]
  const settings = deps.projectSettings.context(root, agent.definition.context)
  const build = deps.requests.for({
    sessionId,
    contextId,
    runId,
    model,
    tools: listed,
    settings,
    persona: agent.promptPersona,
  })
  const auto = settings.autoCompact ?? true
  const room = createRoom(deps, {
    run,
    build,
    model: model.ref,
    auto,
    answerRoom,
    again,
    leaf: () => deps.log.folds(sessionId).contexts[contextId]?.leaf ?? null,
    path: () => deps.storage.paths.recent(sessionId, contextId),
  })
  const ofTurn = options.effort ?? turnEffort(deps.log, run.record())
  const styleOf = () => answerStyle(agent.definition, deps.log.folds(sessionId).session, ofTurn)
  const buildRequest = (of: RunHandle, pending: readonly NewDurableEvent[]): ModelRequest => {
    const built = room.built(pending)
    // An early request cannot wait for a compaction, but the turn that replaces it can. It also cannot know
    // its allowed cost before the last one has reported.
    const isTooEarly = pending.length > 0 && (answerRoom !== null || room.isTight(built))
    if (built.overflow || isTooEarly) throw overflowError(model, built, auto)
    const style = styleOf()
    const effort = sentEffort(model, style.effort ?? null)
    const { trace, breakdown } = built
    of.live({ kind: 'context.trace', payload: { rows: [...trace], breakdown, effort } })
    sized.estimate = built.size.estimate
    sized.effort = ofTurn === null && model.reasoning ? effort : undefined
    window.sent(built.size.estimate, unreadIn(built.request.messages, deps.requests.count.message))
    if (built.shortenedRules !== null) {
      notices.add(say('context.rulesShortened', { path: built.shortenedRules, model: model.label }))
    }
    for (const warning of built.warnings) deps.logger.warn(warning, { sessionId: of.sessionId })
    const forcedTool = isForced() && answer !== null ? { forcedTool: answer.spec.name } : {}
    return deps.sent.keep(of, built.origin, {
      ...built.request,
      ...(answerRoom === null
        ? {}
        : { reserveOutput: answerRoom(built.request.reserveOutput, built.size.total) }),
      ...forcedTool,
      ...style,
      sessionId,
      cacheKey: sessionId,
      readFile: (blobId) => deps.storage.blobs.bytes(blobId as BlobId),
      ...noticesOfServer(model.label, notices),
    })
  }
  /** An agent that takes over a long chat gets its summary first, if automatic compaction is on. */
  const makeRoom: TurnDeps['makeRoom'] = (of, why) => {
    const { isOwed, give } = deps.bridgeSummary
    if (!auto || !isOwed(of)) return room.makeRoom(of, why)
    return give(of, { model: model.ref, answerRoom }).then(() => room.makeRoom(of, why))
  }
  return { buildRequest, makeRoom }
}
