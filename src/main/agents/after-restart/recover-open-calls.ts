import type { AgentEnd } from '#shared/agent/agent-end.ts'
import { itemData } from '#shared/context/item-data.ts'
import type { SessionId } from '#shared/ids.ts'
import { type CallRef, isSameCall } from '#shared/run/call-ref.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import type { PathOf } from '../../runs/run/closing.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { ToolResult } from '../../tools/tool.ts'
import { newestRunOf } from '../records/newest-run.ts'
import { subtreeOf } from '../records/subtree.ts'
import { reportOf } from '../reports/report-of.ts'
import { AGENT_TOOL, startedText, toldText } from '../tools/agent-tool.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  readonly finalAnswer: (run: RunRecord) => string
  readonly pathOf: PathOf
}

/** An answer that can still be given. `whole` is false when the work behind it was broken off. */
export type LostAnswer = { readonly result: ToolResult; readonly whole: boolean }

/** The agent of a call and its newest run. */
type Found = { readonly session: SessionRecord; readonly newest: RunRecord }

/** For the person: nothing of what it said is in this answer. */
const CUT_OFF: AgentEnd = { state: 'interrupted', problem: null, said: [], words: [0, 0] }

/**
 * Answers calls left open by the exit of the app, if agents worked on them. The answer holds the result, or
 * the way to resume the agent. The end of a background agent is reported separately. Null for calls without
 * an agent.
 */
export function createRecoverOpenCalls({ log, childrenOf, finalAnswer, pathOf }: Deps) {
  const startedBy = ({ sessionId }: RunRecord, call: CallRef): Found | null => {
    for (const id of childrenOf(sessionId)) {
      const { session } = log.folds(id)
      const task = session?.task
      if (session?.parentRunId !== call.runId || task?.callId !== call.callId) continue
      if (task.place !== undefined && task.place.turn !== call.turn) continue
      const newest = newestRunOf(log, id)
      return newest === null ? null : { session, newest }
    }
    return null
  }

  const resumedBy = (all: readonly SessionId[], call: CallRef): Found | null => {
    for (const id of all) {
      const { session, runs } = log.folds(id)
      const newest = Object.values<RunRecord>(runs).findLast((run) => isBy(run.resumedBy, call))
      if (session !== null && newest !== undefined) return { session, newest }
    }
    return null
  }

  /**
   * Returns the running agent that the call sent a message to. It has read the message or will when it
   * resumes.
   */
  const toldBy = (all: readonly SessionId[], call: CallRef): SessionId | null =>
    all.find((id) => log.folds(id).queue.some((item) => isBy(item.call, call)) || hasHeard(id, call)) ?? null

  const hasHeard = (id: SessionId, call: CallRef): boolean => {
    const contextId = log.folds(id).session?.meta.activeContextId ?? null
    if (contextId === null) return false
    return pathOf(id, contextId).some(
      ({ kind, payload }) => kind === 'harness.item' && isBy(itemData('steer', payload)?.call, call),
    )
  }

  return (run: RunRecord, { name, callId, args }: ToolCallPart): LostAnswer | null => {
    if (name !== AGENT_TOOL) return null
    const call = { runId: run.runId, turn: run.turns, callId }
    const started = startedBy(run, call)
    if (started !== null) return answerOf(started, finalAnswer)
    if (!('resume' in Object(args))) return null
    const all = subtreeOf({ childrenOf }, run.sessionId)
    const resumed = resumedBy(all, call)
    if (resumed !== null) return answerOf(resumed, finalAnswer)
    const told = toldBy(all, call)
    return told === null ? null : { result: { text: toldText(told), isError: false }, whole: true }
  }
}

const isBy = (by: CallRef | undefined, call: CallRef): boolean => by !== undefined && isSameCall(by, call)

function answerOf({ session, newest }: Found, finalAnswer: Deps['finalAnswer']): LostAnswer {
  if (newest.status === 'awaiting_user') {
    return { result: inBackground(newest, waitingText(session)), whole: true }
  }
  if (session.meta.background === true && session.task?.teammate === undefined) {
    const text = startedText(newest, session.meta.title, 'It works in the background.')
    return { result: inBackground(newest, text), whole: true }
  }
  if (newest.status === 'completed') {
    const { text, isError } = reportOf(newest, finalAnswer(newest))
    return { result: { text, isError, details: detailsOf(newest, 'done') }, whole: true }
  }
  const text = `The app was closed while this agent worked. What it had said and done is kept. To let it go on from there, call agent with resume: "${session.id}".`
  const details = { ...detailsOf(newest, 'stopped'), end: CUT_OFF }
  return { result: { text, isError: true, details }, whole: false }
}

const waitingText = ({ id }: SessionRecord): string =>
  `The app was closed while this agent (${id}) waited for the person. It still waits, and goes on by itself once they have answered: you are told when it has ended. Do not wait for it.`

const inBackground = (run: RunRecord, text: string): ToolResult => ({
  text,
  isError: false,
  details: detailsOf(run, 'background'),
})

type AgentDetails = Extract<ToolDetails, { kind: 'agent' }>

function detailsOf(
  { sessionId, agentId }: RunRecord,
  state: 'background' | 'done' | 'stopped',
): AgentDetails {
  return { kind: 'agent', sessionId, agentId, state, tools: 0 }
}
