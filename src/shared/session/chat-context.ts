import type { AgentId, ContextId, Millis } from '../ids.ts'
import type { ContextMode, ContextRecord } from './session.ts'

/** A history of a chat, as a row of the list of contexts. */
export type ChatContext = {
  readonly id: ContextId
  readonly agentId: AgentId
  /** The name of the agent, or its id once its definition is gone. */
  readonly name: string
  readonly status: ContextRecord['status']
  readonly mode: ContextMode
  /** The name of the agent it followed; null for the first context. */
  readonly before: string | null
  /** Messages of the person in it. */
  readonly messages: number
  /** The newest words of the person in it, on one line; empty for none. */
  readonly words: string
  /** The time of its newest event; null for none. */
  readonly at: Millis | null
}
