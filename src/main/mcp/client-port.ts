import type { McpLogLine } from '#shared/mcp/mcp-list.ts'
import type { SamplingAnswer, SamplingRequest } from '#shared/mcp/sampling.ts'
import type { FormAnswer, ServerForm } from '#shared/mcp/server-form.ts'
import type { ServerFacts, ServerRequest, ServerStart, ToMcp, Traffic } from './messages.ts'
import type { SignInRequest } from './sign-in/client-sign-ins.ts'

/** The process that keeps the connections. */
export type McpProcess = {
  readonly post: (message: ToMcp) => void
  readonly onMessage: (listener: (message: unknown) => void) => () => void
  readonly onExit: (listener: () => void) => () => void
  readonly kill: () => void
}

/** Events of a connection. */
export type ConnectionListener = {
  /** It was open and is not any more. */
  readonly closed: (problem: string) => void
  /** The server has other tools, resources or prompts. */
  readonly changed: () => void
  /** A subscribed resource has changed. */
  readonly updated: (uri: string) => void
  readonly log: (line: Pick<McpLogLine, 'from' | 'level' | 'text'>) => void
  /** Messages were sent or received, oldest first. */
  readonly traffic: (messages: readonly Traffic[]) => void
}

/** Limits of a request: the longest silence in milliseconds, and the listener for progress. */
export type AskLimits = {
  readonly timeoutMs: number
  readonly progress: (text: string) => void
  /** Asks the person for the server. Missing where no person can answer: the server receives a cancellation. */
  readonly fill?: Fill
  /** Asks a model for the server. Missing where no run pays for it: the server receives a refusal. */
  readonly sample?: Sample
}

/** Asks a model for a server, once the person allows it. */
export type Sample = (request: SamplingRequest, signal: AbortSignal) => Promise<SamplingAnswer>

/** Puts a question of a server to the person. */
export type Fill = (
  question: { readonly message: string } & Omit<ServerForm, 'server'>,
  signal: AbortSignal,
) => Promise<FormAnswer>

/** An open connection to a server. */
export type Connection = {
  readonly facts: ServerFacts
  /** Rejects with an `AppError` in words for a model, or with `NeedsSignIn`. */
  readonly ask: (request: ServerRequest, limits: AskLimits, signal: AbortSignal) => Promise<unknown>
  readonly close: () => void
}

/** Opens connections to MCP servers. The app knows the protocol only through this. */
export type McpClient = {
  /** `legacy`: the server is known to speak the older protocol only. Rejects with an `AppError` or `NeedsSignIn`. */
  readonly connect: (start: ServerStart, legacy: boolean, listener: ConnectionListener) => Promise<Connection>
  /** Resolves with the issuer. Rejects with an `AppError` or `NeedsSignIn`. Aborting closes the listener. */
  readonly signIn: (request: SignInRequest, signal: AbortSignal) => Promise<string>
  /** Signs all servers of an issuer out. Resolves with what could not be revoked, or null. */
  readonly signOut: (issuer: string, signal: AbortSignal) => Promise<string | null>
  /** Ends all connections and programs. */
  readonly close: () => Promise<void>
}
