import type { AgentTask } from '#shared/agent/agent-run.ts'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { effortWith } from '#shared/session/chosen-effort.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { WorktreeRef } from '#shared/worktree/worktree.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { AGENT_LIMITS } from '../records/agent-limits.ts'
import type { ChildSetting, ChildTask } from '../records/child-task.ts'
import { depthOf } from '../records/parent.ts'
import { type OpenForkDeps, openFork } from './open-fork.ts'

/** Throws, worded for the model, when an agent stands too deep to start another. */
export function checkDepth(log: RunLog, parent: SessionRecord): void {
  if (depthOf(log, parent) < AGENT_LIMITS.maxDepth) return
  throw AppError.forAgent(
    'tool.failed',
    `Agents can start agents ${AGENT_LIMITS.maxDepth} levels deep, and this is the last one. Do the work yourself.`,
  )
}

/** The place of an agent that works in a worktree of its own, and the text that tells it so. */
export type OwnPlace = {
  readonly cwd: string
  readonly worktree: WorktreeRef
  readonly item: HarnessItem
}

export type OpenChildDeps = OpenForkDeps & { readonly sessions: Pick<Sessions, 'create' | 'update'> }

export type OpenWorktreeDeps = {
  readonly worktrees: {
    /** Creates a worktree from the last commit in the folder of the parent. */
    readonly open: (
      wish: { readonly projectId: ProjectId; readonly name: string; readonly from: string },
      signal: AbortSignal,
    ) => Promise<OwnPlace>
  }
}

/** Opens the worktree of a task that asks for one; null for any other task. */
export async function openOwnPlace(
  { worktrees }: OpenWorktreeDeps,
  parent: SessionRecord,
  { ownWorktree = false, title, fork }: ChildTask,
  signal: AbortSignal,
): Promise<OwnPlace | null> {
  const { projectId } = parent.meta
  if (!ownWorktree || fork || projectId === null) return null
  return worktrees.open({ projectId, name: title, from: parent.cwd }, signal)
}

/** Makes the log of an agent. It asks as the chat does that it works for, and begins empty unless it is a fork. */
export async function openChild(
  deps: OpenChildDeps,
  parent: SessionRecord,
  task: ChildTask,
  setting: ChildSetting,
  own: OwnPlace | null,
): Promise<SessionId> {
  const { projectId } = parent.meta
  const { permissionMode = parent.meta.permissionMode } = task
  if (projectId === null) throw AppError.saying('project.not_found', say('chat.noProject'))
  const { runId, callId } = task.parent
  const place = placeOf(deps, task)
  if (task.fork) return openFork(deps, parent, task, place)
  const { sessions } = deps
  const sessionId = await sessions.create({
    projectId,
    permissionMode,
    model: setting.model,
    title: task.title,
    ...placedAt(parent, own),
    ...effortWith(parent.meta, setting.model),
    place: {
      kind: 'child',
      parentSessionId: parent.id,
      parentRunId: runId,
      mode: 'bridge',
      agentId: setting.agentId,
      task: {
        callId,
        fork: false,
        ...place,
        ...teammateOf(task),
        ...(task.model === undefined ? {} : { model: setting.model }),
      },
    },
  })
  if (task.background) sessions.update(sessionId, { background: true })
  return sessionId
}

/** An agent works where its parent does, unless it has a worktree of its own. */
function placedAt({ cwd, meta }: SessionRecord, own: OwnPlace | null) {
  const worktree = own?.worktree ?? meta.worktree ?? null
  return { cwd: own?.cwd ?? cwd, ...(worktree === null ? {} : { worktree }) }
}

const teammateOf = ({ teammate }: ChildTask) => (teammate === undefined ? {} : { teammate })

/** Returns the position of the call in its run. Empty when its answer is no longer on the branch. */
function placeOf({ log, pathOf }: OpenChildDeps, { parent }: ChildTask): Pick<AgentTask, 'place'> {
  const run = log.folds(parent.sessionId).runs[parent.runId]
  if (run === undefined) return {}
  const asked = pathOf(parent.sessionId, run.contextId).findLast(
    (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
  )
  const calls = asked?.kind === 'message' ? toolCallsOf(asked.payload.message) : []
  const call = calls.findIndex(({ callId }) => callId === parent.callId)
  return call < 0 ? {} : { place: { turn: run.turns, call } }
}
