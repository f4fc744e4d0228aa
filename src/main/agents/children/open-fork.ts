import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { DeviceId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { effortWith } from '#shared/session/chosen-effort.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import type { ContextRecord, SessionMeta, SessionRecord } from '#shared/session/session.ts'
import type { NewId } from '../../lib/ids.ts'
import { copiesOf } from '../../runs/history/copy-path.ts'
import { noteCopy, snapshotOf } from '../../runs/history/fork-session.ts'
import type { PathOf } from '../../runs/run/closing.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { ChildTask } from '../records/child-task.ts'

export type OpenForkDeps = {
  readonly log: RunLog
  readonly newId: NewId
  readonly deviceId: DeviceId
  readonly pathOf: PathOf
  readonly instructionsOf: (sessionId: SessionId) => DurableEvent | null
}

/** The placeholder answer for each call of the turn that started a fork: the same for all its forks. */
const FORKED = 'This agent is a copy that was made at this point. It does not see how this call ended.'

const NOTICE =
  'From here on you are a fork: a copy of the agent above, with everything it knew, that works beside it on one task and in the background. Do what the next message says and nothing else. Do not start forks. Nobody answers questions in between. End with a short report of what you found or changed, with the places it is about: only your last message is read.'

/**
 * Makes the log of a fork: the same instructions and, event for event, what had been said to the agent that starts it,
 * so that a model's cache of the beginning counts for both. Nothing but its task tells it from another fork.
 */
export function openFork(
  deps: OpenForkDeps,
  parent: SessionRecord,
  task: ChildTask,
  place: Pick<NonNullable<SessionRecord['task']>, 'place'>,
): SessionId {
  const { log, newId, deviceId } = deps
  const { runId, callId } = task.parent
  const context = contextOf(log, parent, runId)
  const path = deps.pathOf(parent.id, context.id)
  const { asked, upTo, open } = forkPoint(path)
  const [sessionId, contextId] = [newId('session'), newId('context')]
  const { agentId, personaHash, notes: told } = context
  const began = told === undefined ? {} : { notes: told }
  const created: NewDurableEvent = {
    kind: 'session.created',
    payload: {
      kind: 'child',
      cwd: parent.cwd,
      projectId: parent.meta.projectId,
      deviceId,
      meta: metaOf(parent.meta, contextId, task),
      parentSessionId: parent.id,
      parentRunId: runId,
      forkOf: { sessionId: parent.id, eventId: asked?.id ?? null },
      task: { callId, fork: true, ...place },
    },
  }
  const opened: NewDurableEvent = {
    kind: 'context.status',
    payload: { contextId, agentId, status: 'created', mode: 'fresh', personaHash, ...began },
  }
  log.publish(sessionId, [
    created,
    ...snapshotOf(deps.instructionsOf(parent.id)),
    ...log.folds(parent.id).notes.map(noteCopy),
    opened,
    ...copiesOf(path.slice(0, upTo), { contextId, newId, goesOn: runId }),
    ...answersOf(open).map((answer) => ({ ...answer, contextId })),
    { kind: 'harness.item', contextId, payload: { ...ITEM, content: NOTICE } },
  ])
  return sessionId
}

const ITEM = {
  kind: 'fork',
  origin: 'system',
  visibility: 'display',
  lifetime: 'session',
  placement: 'in-place',
} as const

/** Throws for an invalid fork. A fork runs the same agent as its original, so no agent can be chosen. */
export function checkFork(parent: SessionRecord, wanted: { readonly agent: boolean }): void {
  if (parent.task?.fork === true) {
    throw AppError.forAgent(
      'tool.failed',
      'You are a fork, and a fork starts no forks. Do the work yourself.',
    )
  }
  if (wanted.agent) {
    throw AppError.forAgent(
      'tool.failed',
      'A fork is a copy of yourself: leave out `agent`, or leave out `fork`.',
    )
  }
}

function metaOf(meta: SessionMeta, activeContextId: ContextRecord['id'], task: ChildTask): SessionMeta {
  const { projectId, model, permissionMode } = meta
  return {
    projectId,
    model,
    permissionMode,
    activeContextId,
    ...effortWith(meta, model),
    title: task.title,
    archived: false,
    background: true,
  }
}

function contextOf(log: RunLog, parent: SessionRecord, runId: ChildTask['parent']['runId']): ContextRecord {
  const { runs, contexts } = log.folds(parent.id)
  const contextId = runs[runId]?.contextId
  const context = contextId === undefined ? undefined : contexts[contextId]
  if (context !== undefined) return context
  throw AppError.saying('session.not_found', say('agent.toldGone'))
}

/**
 * Returns the end of the copied history. It is the newest answer while its calls are open, including the call
 * that starts the fork. When the person forks a chat, everything is copied.
 */
function forkPoint(path: readonly DurableEvent[]) {
  const at = path.findLastIndex(
    (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
  )
  const asked = path[at]
  const calls = asked?.kind === 'message' ? toolCallsOf(asked.payload.message) : []
  const answered = new Set(
    path
      .slice(at + 1)
      .flatMap((event) => (event.kind === 'message' ? [event.payload.message.tool?.callId] : [])),
  )
  const isOpen = calls.some(({ callId }) => !answered.has(callId))
  return isOpen ? { asked, upTo: at + 1, open: calls } : { asked, upTo: path.length, open: [] }
}

function answersOf(calls: readonly ToolCallPart[]): NewDurableEvent[] {
  return calls.map(({ callId, name }) => ({
    kind: 'message',
    payload: {
      message: {
        role: 'tool',
        parts: [{ t: 'text', text: FORKED }],
        tool: { callId, name, isError: false, durationMs: 0 },
      },
    },
  }))
}
