import type { Usage } from '#shared/session/message.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Refusal } from '../errors/refusal.ts'
import type { ModelChunk, ModelRequest } from '../model.ts'
import type { AnswerEvents } from './answer-events.ts'
import type { ReadFiles } from './sent-files.ts'

/** Reads the events of one streamed answer. Nothing it does grows with the answer, since it runs for every token. */
export type AnswerReader = {
  /** Adds what one event says to `out`. */
  readonly read: (event: unknown, out: ModelChunk[]) => void
  /** Adds the last chunks of a complete answer. */
  readonly end: (out: ModelChunk[]) => void
  /** Adds the text that is held back to an answer that broke off. */
  readonly breakOff: (out: ModelChunk[]) => void
  /** True while the server sent no event of the protocol. */
  readonly empty: () => boolean
  /** True once the server said that the answer is complete. */
  readonly finished: () => boolean
  /** True once the provider withheld the answer. */
  readonly filtered: () => boolean
  /** Returns the server's error for an answer that failed inside the stream; null for none. */
  readonly failure: () => unknown
  /** Returns what the server has counted so far; null for nothing. */
  readonly counted: () => Usage | null
}

/** The link of a request to the one before: the response it follows, and the number of input items it leaves out. */
export type Continued = { readonly previous: string; readonly held: number }

/** A request that may be continued. */
export type Continuing<Dialect> = {
  readonly request: ModelRequest
  readonly files: ReadFiles
  readonly dialect: Dialect
  /** Headers that name who asks. */
  readonly headers: Readonly<Record<string, string>>
  readonly mostBytes: number
  /** Told before the request is sent. */
  readonly onSent: (continued: Continued | null) => void
}

export type RequestBody = string | Uint8Array<ArrayBuffer>

/**
 * The parts of a streamed HTTP request specific to one wire protocol. `Dialect` holds differences between its
 * servers.
 */
export type Protocol<Dialect> = {
  /** The dialect before the first refusal. */
  readonly dialect: Dialect
  readonly address: string
  /** Additional headers. They reveal nothing about this machine. */
  readonly headers?: Readonly<Record<string, string>>
  /** The encoded body of a request, in steps, since a long conversation takes longer than a frame. */
  readonly body: (request: ModelRequest, files: ReadFiles, dialect: Dialect) => Steps<RequestBody>
  /** Returns the body of a request for display. Pictures are named instead of encoded. */
  readonly draft: (request: ModelRequest, dialect: Dialect, continued?: Continued | null) => unknown
  /**
   * Sends a request over a connection of its session, where it may continue the one before. Null asks for the whole
   * request over HTTP. Missing: the model continues nothing.
   */
  readonly continuing?: (asked: Continuing<Dialect>, signal: AbortSignal) => Promise<AnswerEvents | null>
  /** The dialect to try after a refusal, or null when other words would not help. */
  readonly adapted: (refusal: Refusal, dialect: Dialect, request: ModelRequest) => Dialect | null
  /** Whether the bytes of PDFs go along. */
  readonly takesPdfs: boolean
  /** Whether pictures are shown, and tools offered. */
  readonly sends: (dialect: Dialect) => { readonly pictures: boolean; readonly tools: boolean }
  /** The effort in the words of the protocol; null when none is sent. */
  readonly effort: (request: ModelRequest, dialect: Dialect) => string | null
  readonly reader: (request: ModelRequest) => AnswerReader
}
