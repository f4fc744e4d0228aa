import type { AgentEnd } from '#shared/agent/agent-end.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { ToolResult } from '../tools/tool.ts'
import { AGENT_TOOL } from './agent-tool.ts'
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
 * or with the way to let it go on. Null for calls that started no agent.
 */
export function createLostAnswers({ log, childrenOf, lastWords }: Deps) {
  return (run: RunRecord, call: ToolCallPart): LostAnswer | null => {
    if (call.name !== AGENT_TOOL) return null
    const id = childrenOf(run.sessionId).find((child) => {
      const session = log.folds(child).session
      return session?.task?.callId === call.callId && session.parentRunId === run.runId
    })
    const ended = id === undefined ? null : newestRunOf(log, id)
    if (id === undefined || ended === null) return null
    if (ended.status === 'completed') {
      const details = {
        kind: 'agent',
        sessionId: id,
        agentId: ended.agentId,
        state: 'done',
        tools: 0,
      } as const
      const { text, isError } = reportOf(ended, lastWords(ended))
      return { result: { text, isError, details }, whole: true }
    }
    const waits = ended.status === 'awaiting_user'
    const text = waits
      ? `The app was closed while this agent (${id}) waited for the person. It still waits, and goes on by itself once they have answered: you are told when it has ended. Do not wait for it.`
      : `The app was closed while this agent worked. What it had said and done is kept. To let it go on from there, call agent with resume: "${id}".`
    const details = {
      kind: 'agent',
      sessionId: id,
      agentId: ended.agentId,
      state: waits ? 'background' : 'stopped',
      tools: 0,
      ...(waits ? {} : { end: CUT_OFF }),
    } as const
    return { result: { text, isError: !waits, details }, whole: waits }
  }
}
