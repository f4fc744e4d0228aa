import { AppError } from '#shared/errors.ts'
import { withReplayOf } from '#shared/model/provider-replay.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { say } from '#shared/sentences.ts'
import { OWN_TOOL } from '#shared/tools/own-tool.ts'
import { toolsFor } from '../agents/definitions/coordinator.ts'
import { stricterMode } from '../agents/definitions/limits.ts'
import { nextTurn } from '../lib/next-turn.ts'
import { schedule } from '../log/delivery/schedule.ts'
import { askToStart } from '../runs/chats/hooked-start.ts'
import { REMIND_TO_ANSWER } from '../runs/run/notices.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { Work } from '../runs/run/supervisor.ts'
import { seesRequests } from '../runs/turns/hooked-request.ts'
import { isProlonged } from '../runs/turns/run-stop.ts'
import { runTurns, type TurnDeps } from '../runs/turns/turns.ts'
import type { Tool } from '../tools/tool.ts'
import { type AnswerSlot, createAnswerSlot } from './answer-slot.ts'
import { createAnswering, readyFor } from './answering.ts'
import { cacheFacts } from './cache-facts.ts'
import { editsIn } from './edits-in.ts'
import { createHandOn } from './hand-on.ts'
import { looking, requestsOf, type Sized } from './requests/turn-requests.ts'
import { restoredContent } from './restored-content.ts'
import { createRunNotices } from './run-notices.ts'
import type { SessionAgent } from './session-agents.ts'
import { tellModelChange } from './settings/model-change.ts'
import { createRunTools } from './tool-search/run-tools.ts'
import { rootOf, turnCalls } from './turn-calls.ts'
import { changesOf, updatesOf } from './turn-updates.ts'
import type { TurnOptions, TurnWorkDeps } from './turn-work-deps.ts'
import { createWindowWatch } from './window-watch.ts'

/** Joins the rooms into the inside of a run: which model, which tools, which request. */
export function createTurnWork(deps: TurnWorkDeps): (options: TurnOptions) => Work {
  return (asked) => withEnd(deps, (run) => work(deps, asked, run))
}

/** Does the work of one run. */
async function work(deps: TurnWorkDeps, asked: TurnOptions, run: RunHandle): Promise<void> {
  const { allowances, openUse, pools } = deps.runAllowances
  const root = await placeOf(deps, run)
  await deps.requests.ready(run.sessionId, run.contextId)
  await readSettings(deps, run, root)
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
  const notices = createRunNotices(run, whole)
  notices.add(...deps.projectSettings.broken(root))
  notices.tell()
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
  const again = restoredContent(deps, run, { agent, calls: toolCalls, toolNews: tools.news })
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
    inbox: updatesOf(deps, hooks, await changesOf(deps, run, { agent, place, tools, path, asked, model })),
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

/** Reads the settings files of a run's folder, and takes the limits from the same reading. Agents that begin together share one. */
async function readSettings(
  { log, projectSettings, readLimits }: Pick<TurnWorkDeps, 'log' | 'projectSettings' | 'readLimits'>,
  { sessionId }: RunHandle,
  root: string,
): Promise<void> {
  const isAgent = log.folds(sessionId).session?.kind === 'child'
  const start = projectSettings.moment()
  await (isAgent ? projectSettings.refreshForAgent(root) : projectSettings.refresh(root))
  await readLimits(sessionId, start)
  if (!isAgent) return
  // The results of the previous agent in this slot are stored by now, so a crash does not repeat its work.
  await nextTurn()
}

/** The tool of a run that is a step of a plan. */
const toolsOfStep = ({ stepFailedTool }: TurnWorkDeps, run: RunHandle): readonly Tool[] =>
  run.record().planId === undefined ? [] : [stepFailedTool]
