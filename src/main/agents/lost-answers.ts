import type { AgentEnd } from '#shared/agent/agent-end.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { ToolResult } from '../tools/tool.ts'
import { AGENT_TOOL, startedText } from './agent-tool.ts'
import { newestRunOf } from './newest-run.ts'
import { reportOf } from './report-of.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  readonly lastWords: (run: RunRecord) => string
}

/** An answer that can still be given. `whole` is false when the work behind it was broken off. */
export type LostAnswer = { readonly result: ToolResult; readonly whole: boolean }

/** For the person: nothing of what it said is in this answer. */
const CUT_OFF: AgentEnd = { state: 'interrupted', problem: null, said: [], words: [0, 0] }

/**
 * Answers calls that the end of the app left open, as far as agents have worked on them: with what one had finished,
 * or with the way to let it go on. The end of one in the background is told by itself, and its call says no more than
 * that. Null for calls that started no agent.
 */
export function createLostAnswers({ log, childrenOf, lastWords }: Deps) {
  /** The agent that was started by the call. Models use the names of calls again in later turns. */
  const startedBy = (run: RunRecord, { callId }: ToolCallPart): SessionRecord | null => {
    for (const id of childrenOf(run.sessionId)) {
      const { session } = log.folds(id)
      const task = session?.task
      if (session?.parentRunId !== run.runId || task?.callId !== callId) continue
      if (task.place === undefined || task.place.turn === run.turns) return session
    }
    return null
  }

  return (run: RunRecord, call: ToolCallPart): LostAnswer | null => {
    const session = call.name === AGENT_TOOL ? startedBy(run, call) : null
    const newest = session === null ? null : newestRunOf(log, session.id)
    if (session === null || newest === null) return null
    const waits = newest.status === 'awaiting_user'
    if (waits) return { result: inBackground(newest, waitingText(session)), whole: true }
    if (session.meta.background === true && session.task?.teammate === undefined) {
      const text = startedText(newest, session.meta.title, 'It works in the background.')
      return { result: inBackground(newest, text), whole: true }
    }
    if (newest.status === 'completed') {
      const { text, isError } = reportOf(newest, lastWords(newest))
      return { result: { text, isError, details: detailsOf(newest, 'done') }, whole: true }
    }
    const text = `The app was closed while this agent worked. What it had said and done is kept. To let it go on from there, call agent with resume: "${session.id}".`
    const details = { ...detailsOf(newest, 'stopped'), end: CUT_OFF }
    return { result: { text, isError: true, details }, whole: false }
  }
}

const waitingText = ({ id }: SessionRecord): string =>
  `The app was closed while this agent (${id}) waited for the person. It still waits, and goes on by itself once they have answered: you are told when it has ended. Do not wait for it.`

const inBackground = (run: RunRecord, text: string): ToolResult => ({
  ...{ text, isError: false },
  details: detailsOf(run, 'background'),
})

type AgentDetails = Extract<ToolDetails, { kind: 'agent' }>

function detailsOf(
  { sessionId, agentId }: RunRecord,
  state: 'background' | 'done' | 'stopped',
): AgentDetails {
  return { kind: 'agent', sessionId, agentId, state, tools: 0 }
}
