import { createHash } from 'node:crypto'

/** One thing an answer holds, in the order of the answer. */
export type AnswerPart =
  | { readonly t: 'reasoning'; readonly text: string }
  /** Reasoning that only the provider can read. */
  | { readonly t: 'hidden'; readonly data: string }
  | { readonly t: 'text'; readonly text: string }
  | {
      readonly t: 'call'
      readonly id: string
      readonly name: string
      readonly args: object
      /** The arguments as a model writes them, in place of `args`; they may be no JSON. */
      readonly written?: string
    }

/** An answer of a scripted server, in the terms of no protocol. */
export type ScriptedAnswer = {
  readonly parts: readonly AnswerPart[]
  readonly stop?: 'length' | 'refusal'
  readonly usage?: {
    /** Tokens that no cache served or stored. */
    readonly input: number
    readonly output: number
    readonly cacheRead?: number
    readonly cacheWrite?: number
    readonly reasoning?: number
  }
}

/** A request as a scripted server received it. */
export type ProtocolRequest = {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Record<string, unknown>
  /** The body as it was sent. */
  readonly text?: string
}

/** What a strict server knows of one wire protocol. */
export type ServedProtocol = {
  readonly accepts: (path: string) => boolean
  /** The list of models under a path of it, or null for other paths. */
  readonly list: (path: string, ids: readonly string[]) => unknown
  /** Answers a request that is no question to a model; undefined for other paths. Missing: there are none. */
  readonly besides?: (
    request: ProtocolRequest,
  ) => { readonly status: number; readonly body: unknown } | undefined
  /** The reason why the real server would refuse a request, or null. */
  readonly fault: (request: ProtocolRequest) => string | null
  /** The lines of the stream that answers a request. */
  readonly stream: (answer: ScriptedAnswer, request: ProtocolRequest) => readonly string[]
  readonly refusal: (status: number, message: string) => unknown
}

export const USAGE = { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, reasoning: 0 }

/** The signature that a scripted server gives to a text, and accepts back with this text and model only. */
export function signed(model: string, text: string): string {
  return `sig-${createHash('sha256').update(`${model}\n${text}`).digest('hex').slice(0, 24)}`
}

/** Pieces of a text of at most `size` units, as servers stream them. */
export function piecesOf(text: string, size = 7): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  )
}

export type Loose = Record<string, unknown>

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): Loose[] {
  return Array.isArray(value) ? value.filter(isLoose) : []
}
