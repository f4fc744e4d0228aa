import { z } from 'zod'

/** The start of a connection. It contains secrets and is never logged. */
export type ServerStart =
  | {
      readonly kind: 'stdio'
      readonly file: string
      readonly args: readonly string[]
      readonly cwd: string
      readonly environment: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'http'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      /** `auto` tries the old event stream where a server does not know the newer way. */
      readonly transport: 'auto' | 'http' | 'sse'
    }

/** A request to a connection. */
export type ServerRequest =
  | { readonly what: 'tools' }
  | { readonly what: 'call'; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }

/** Messages from main to the client process. The process trusts them. */
export type ToMcp =
  | {
      readonly type: 'connect'
      readonly connection: number
      readonly start: ServerStart
      /** Whether the server is known to speak the older protocol only. */
      readonly legacy: boolean
      readonly version: string
    }
  | {
      readonly type: 'ask'
      readonly id: number
      readonly connection: number
      readonly request: ServerRequest
      /** The longest silence in milliseconds. */
      readonly timeoutMs: number
    }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'close'; readonly connection: number }
  | { readonly type: 'ping'; readonly id: number }

/** A tool in the words of its server. */
export const RemoteTool = z.object({
  name: z.string().min(1).max(1_000),
  description: z.string().catch(''),
  inputSchema: z.record(z.string(), z.unknown()).catch({}),
  hints: z.array(z.enum(['readOnly', 'destructive', 'openWorld'])).catch([]),
})
export type RemoteTool = z.infer<typeof RemoteTool>

/** Facts that the handshake returned. */
const Facts = z.strictObject({ protocol: z.string(), legacy: z.boolean() })
export type ServerFacts = z.infer<typeof Facts>

const connection = z.number()

/** Messages from the client process. Servers shape much of them, so main checks each. */
export const FromMcp = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('started'), connection, pid: z.number(), mark: z.string() }),
  z.strictObject({ type: z.literal('connected'), connection, facts: Facts }),
  z.strictObject({ type: z.literal('refused'), connection, problem: z.string() }),
  /** It was open and is not any more. */
  z.strictObject({ type: z.literal('closed'), connection, problem: z.string() }),
  z.strictObject({ type: z.literal('answer'), id: z.number(), value: z.unknown() }),
  z.strictObject({ type: z.literal('failed'), id: z.number(), problem: z.string() }),
  z.strictObject({ type: z.literal('progress'), id: z.number(), text: z.string() }),
  z.strictObject({ type: z.literal('changed'), connection }),
  z.strictObject({
    type: z.literal('log'),
    connection,
    from: z.enum(['stderr', 'server', 'app']),
    level: z.string(),
    text: z.string(),
  }),
  z.strictObject({ type: z.literal('pong'), id: z.number() }),
])
export type FromMcp = z.infer<typeof FromMcp>
