import type { AgentId, CallId, ModelRef, RunId, SessionId } from '#shared/ids.ts'
import type { Work } from '../runs/supervisor.ts'

/** What an agent is given to do, and by whom. */
export type ChildTask = {
  readonly employer: { readonly sessionId: SessionId; readonly runId: RunId; readonly callId: CallId }
  readonly agentId: AgentId
  readonly title: string
  readonly prompt: string
  readonly background: boolean
  readonly hardMs: number
}

/** Who works, with which model, and how. */
export type ChildSetting = { readonly agentId: AgentId; readonly model: ModelRef; readonly work: Work }
