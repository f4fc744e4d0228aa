import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Model, ModelRequest } from '../../models/model.ts'

/** An idle chat, and the way to ask a background question in it. */
export type SideQueryScene = {
  readonly contextId: ContextId
  readonly path: readonly DurableEvent[]
  readonly leaf: EventId
  readonly model: ModelInfo
  readonly stream: Model['stream']
  /** The tokens of the next request of the chat, before its new message. */
  readonly tokens: number
  /** The tokens that a summary in this window may take. */
  readonly summaryTokens: number
  /**
   * Returns the request: what the next one of the chat begins with, then the question. Null where it does not fit. Hooks
   * that look at requests see it, and may refuse it.
   */
  readonly request: (question: string, signal: AbortSignal) => Promise<ModelRequest | null>
}
