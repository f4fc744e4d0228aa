import type { CallId, SessionId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Message, Opaque, StopReason, Usage } from '#shared/session/message.ts'

/** A tool as a model sees it. `schema` is JSON Schema. */
export type ToolSpec = { readonly name: string; readonly description: string; readonly schema: unknown }

/** One request to a model: everything it may know, in the order it should read it. */
export type ModelRequest = {
  /** The session that asks: its project pays. Null for a request of no session, such as a connection test. */
  readonly sessionId: SessionId | null
  readonly model: ModelInfo
  readonly system: string
  readonly messages: readonly Message[]
  readonly tools: readonly ToolSpec[]
  /** The most tokens the answer may take. */
  readonly reserveOutput: number
  /** The sampling temperature; missing: the model's default. */
  readonly temperature?: number
  /** From which share of the words it chooses; missing: as is set for the model. */
  readonly topP?: number
  /** The reasoning effort chosen in the chat; missing: the model's setting. */
  readonly effort?: Effort
  /** The one tool that must be called, for structured answers. */
  readonly forcedTool?: string
  /** Names the conversation, so that a server can route its requests to the same cache. */
  readonly cacheKey?: string
  /** Whether this is a background question: the next request of the conversation does not follow it. */
  readonly isAside?: true
  /** Asks protocols with cache marks to leave them out. */
  readonly avoidsCache?: true
  /** Reads the bytes of a stored file, for pictures in messages. */
  readonly readFile: (blobId: string) => Promise<Uint8Array>
  /**
   * Told each time something goes over the wire; `body` says what. Pictures are named in it and not shown.
   * `isContinued`: the server holds what came before, so only the rest went.
   */
  readonly onSent?: (body: () => unknown, isContinued: boolean) => void
  /** Told when pictures were named instead of shown: the model sees none, or the server refused some of them. */
  readonly onPicturesNamed?: (why: 'blind' | 'refused') => void
  /** Told when the model takes no tools, so that none were offered to it. */
  readonly onToolsLeftOut?: () => void
  /** Told when the server refused a part of the request and it was sent in another form. `words` are the server's. */
  readonly onAdapted?: (words: string) => void
  /** Told the usage and cost of an answer that failed or was aborted, where the server had counted it. */
  readonly onCounted?: (usage: Usage) => void
}

/** A piece of an answer as it arrives. Blocks count from 0 and tell interleaved pieces apart. */
export type ModelChunk =
  | { readonly t: 'text' | 'reasoning'; readonly block: number; readonly text: string }
  /** All text so far was reasoning: the server marks only where it ends. */
  | { readonly t: 'text_is_reasoning' }
  | { readonly t: 'tool_args'; readonly callId: CallId; readonly name?: string; readonly text: string }
  | { readonly t: 'replay'; readonly block?: number; readonly callId?: CallId; readonly opaque: Opaque }
  | { readonly t: 'end'; readonly stop: StopReason; readonly usage: Usage }

/**
 * A model turns a conversation into chunks and ends with exactly one `end`. It throws an `AppError` with an
 * `llm.*` code on failure, and stops at once when the signal says so.
 */
export type Model = {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>
  /** Whether the server demands the text of earlier reasoning back, as far as is known. Missing: it does not. */
  returnsReasoning?(): boolean
  /** Returns the request body that would be sent. Missing when nothing is sent. */
  draft?(request: ModelRequest): unknown
}
