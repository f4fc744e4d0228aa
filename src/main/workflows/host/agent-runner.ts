import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent, SessionEvent } from '#shared/events/event.ts'
import { isSignOfLife } from '#shared/events/sign-of-life.ts'
import type { AgentId, ContextId, ModelRef, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import { costOf, costOfRun } from '#shared/model/cost.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say, type Told, tell } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'
import { addUsage, NO_USAGE } from '#shared/session/usage.ts'
import type { AgentDefaults } from '#shared/workflow/agent-defaults.ts'
import { correctionText } from '#shared/workflow/correction.ts'
import type { AgentCost } from '#shared/workflow/memo.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import { finalAnswerOf } from '../../runs/run/final-answer.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Supervisor, Work } from '../../runs/run/supervisor.ts'
import type { Worktree, Worktrees } from '../../worktrees/script-worktrees.ts'
import type { AgentEnd, AgentRunner, AgentTask, AgentWatch } from '../engine/ports.ts'

/** The setting of an agent: definition, model, tools and answer format. */
export type AgentSetting = {
  readonly agentId: AgentId
  readonly model: ModelInfo
  /** Null: as set for the model. */
  readonly effort: Effort | null
  readonly work: Work
  readonly hadWriteTools: boolean
  /** The structured answer, once there is one; undefined before and for plain text. */
  readonly value: () => unknown
}

export type AgentRunnerDeps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly pathOf: (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]
  readonly sessions: Pick<Sessions, 'create'>
  readonly supervisor: Pick<Supervisor, 'start'>
  /** Hears the events of every session. */
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
  /** Throws an `AppError` for an agent, a tool or a model that the script cannot have. */
  readonly settingFor: (task: AgentTask, place: AgentPlace) => Promise<AgentSetting>
  /** Returns the data of a fallback model; null for a removed one. */
  readonly modelOf: (ref: ModelRef) => ModelInfo | null
  readonly worktrees: Pick<Worktrees, 'open'>
  /** Puts a line into the log of the run. */
  readonly note: (place: AgentPlace, line: Told) => void
  /** Returns the launch context for an agent, or null for none. */
  readonly gistFor: (place: AgentPlace) => NewDurableEvent | null
  /** Returns the permission mode of an agent. */
  readonly permissionMode: () => PermissionMode
}

/** Starts agents of one attempt. Close it when the attempt is over. */
export type PlacedRunner = AgentRunner & { readonly close: () => Promise<void> }

/** For which workflow run agents are started. */
export type AgentPlace = {
  readonly projectId: ProjectId
  readonly cwd: string
  readonly sessionId: SessionId
  readonly runId: RunId
  /** The chat the run was started in, and up to when it counts; null for a run that was not started in a chat. */
  readonly gist: { readonly sessionId: SessionId; readonly until: number } | null
  readonly agentDefaults: Pick<AgentDefaults, 'ownWorktree' | 'permissionMode' | 'model' | 'effort'>
}

/** Makes each `agent()` of a script a real run: own session, tools, approvals, transcript and cost. */
export function createAgentRunner(deps: AgentRunnerDeps, place: AgentPlace): PlacedRunner {
  // An answer that does not fit is corrected where it was made, so a work tree lives until the attempt is over.
  const trees: Trees = new Map()
  const closeTree = async (agentId: number) => {
    const found = trees.get(agentId)
    const kept = (await found?.tree.close()) ?? null
    if (found !== undefined && kept !== null) {
      deps.note(place, tell(say('workflow.workKept', { label: found.label, path: kept })))
    }
    trees.delete(agentId)
  }
  return {
    close: async () => {
      for (const agentId of [...trees.keys()]) await closeTree(agentId)
    },
    start: async (task, watch, signal) => {
      signal.throwIfAborted()
      const setting = await deps.settingFor(task, place)
      const { agentId, model } = setting
      const known = task.correction?.ref ?? null
      const sessionId =
        known?.sessionId ?? (await openPlace(deps, place, { task, setting, trees, closeTree, signal }))
      const unwatch = follow(deps, { sessionId, model }, watch)
      const contextId = deps.log.folds(sessionId).session?.meta.activeContextId
      if (contextId === undefined || contextId === null) {
        throw new Error('The place of an agent has no context.')
      }
      const { runId, done } = deps.supervisor.start({
        sessionId,
        spec: {
          kind: 'child',
          contextId,
          agentId,
          model: model.ref,
          parentRunId: place.runId,
        },
        first: firstOf(deps, place, task),
        parentSignal: signal,
        work: setting.work,
      })
      const end = done.then((record) => endOf(deps, { record, setting, model })).finally(unwatch)
      return { ref: { sessionId, runId }, model: model.ref, end }
    },
  }
}

/** The work trees of an attempt, by the number of the agent. */
type Trees = Map<number, { readonly tree: Worktree; readonly label: string }>

type Opening = {
  readonly task: AgentTask
  readonly setting: AgentSetting
  readonly trees: Trees
  readonly closeTree: (agentId: number) => Promise<void>
  readonly signal: AbortSignal
}

async function openPlace(deps: AgentRunnerDeps, place: AgentPlace, opening: Opening): Promise<SessionId> {
  const { task, setting, trees, closeTree, signal } = opening
  const alone = task.isolation === 'worktree' || (place.agentDefaults.ownWorktree && setting.hadWriteTools)
  if (!alone) return openSession(deps, place, opening, undefined)
  const tree = await deps.worktrees.open(place.cwd, signal)
  await closeTree(task.agentId)
  trees.set(task.agentId, { tree, label: task.label })
  return openSession(deps, place, opening, tree.path)
}

/** An agent asks as the launch form said, or else as a new chat would; grants of the project hold. */
async function openSession(
  { sessions, permissionMode }: AgentRunnerDeps,
  place: AgentPlace,
  { task, setting }: Opening,
  worktree: string | undefined,
): Promise<SessionId> {
  return sessions.create({
    projectId: place.projectId,
    cwd: worktree ?? place.cwd,
    model: setting.model.ref,
    effort: setting.effort,
    permissionMode: place.agentDefaults.permissionMode ?? permissionMode(),
    title: task.label,
    place: {
      kind: 'child',
      parentSessionId: place.sessionId,
      parentRunId: place.runId,
      mode: task.context,
      agentId: setting.agentId,
    },
  })
}

/** Returns the first events of an agent. One that corrects its answer already has the launch context. */
function firstOf({ gistFor }: AgentRunnerDeps, place: AgentPlace, task: AgentTask): NewDurableEvent[] {
  const gist = task.context === 'bridge' && task.correction === null ? gistFor(place) : null
  return gist === null ? [promptOf(task)] : [gist, promptOf(task)]
}

function promptOf(task: AgentTask): NewDurableEvent {
  const text = task.correction === null ? task.prompt : correctionText(task.correction.problems)
  const message: Message = { role: 'user', parts: [{ t: 'text', text }] }
  return { kind: 'message', payload: { message, origin: { channel: 'employer' } } }
}

type Followed = { readonly sessionId: SessionId; readonly model: ModelInfo }

/** Tells the engine what can be heard of an agent: that it lives, what it has used, whether it waits for a person. */
function follow(
  { subscribe, modelOf }: AgentRunnerDeps,
  { sessionId, model }: Followed,
  watch: AgentWatch,
): () => void {
  let usage = NO_USAGE
  let usd: number | null = 0
  let tools = 0
  let asks = 0
  return subscribe((of, events) => {
    if (of !== sessionId) return
    if (isSignOfLife(events)) watch.alive()
    for (const event of events) {
      if (event.kind === 'turn.ended') {
        const { usage: more, model: other } = event.payload
        const who = other === undefined ? model : modelOf(other)
        const cost = costOf(more, who)
        usage = addUsage(usage, more)
        usd = usd === null || cost === null ? null : usd + cost
      }
      if (event.kind === 'tool.ended') tools += 1
      if (event.kind === 'turn.ended' || event.kind === 'tool.ended') {
        watch.used({ cost: { usage, usd }, tools })
      }
      if (event.kind === 'interaction.requested') asks += 1
      if (event.kind === 'interaction.resolved') asks -= 1
      if (event.kind === 'interaction.requested' || event.kind === 'interaction.resolved') {
        watch.waitsForPerson(asks > 0)
      }
    }
  })
}

type Ended = { readonly record: RunRecord; readonly setting: AgentSetting; readonly model: ModelInfo }

function endOf(deps: AgentRunnerDeps, { record, setting, model }: Ended): AgentEnd {
  // Compaction in its conversation is a cost of the agent too.
  const usage = addUsage(record.usage, record.childrenUsage)
  const infoOf = (ref: ModelRef) => (ref === model.ref ? model : deps.modelOf(ref))
  const cost: AgentCost = { usage, usd: costOfRun(record, infoOf) }
  if (record.status !== 'completed') {
    const words = record.reason ?? 'The agent was stopped.'
    return { kind: 'failed', error: record.error ?? AppError.cancelled(words).toData(), cost }
  }
  const value = setting.value() ?? finalAnswerOf(deps.pathOf, record)
  return { kind: 'ok', value, cost, hadWriteTools: setting.hadWriteTools }
}
