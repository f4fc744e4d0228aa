import { z } from 'zod'
import { TRAFFIC_KINDS } from '#shared/mcp/inspector.ts'
import {
  LONGEST_PICTURE,
  LONGEST_SAMPLING,
  MOST_PICTURES,
  PictureType,
  type SamplingAnswer,
  SamplingRequest,
} from '#shared/mcp/sampling.ts'
import type { SelfCheck } from '#shared/mcp/self-test.ts'
import { type FormAnswer, type FormField, ServerForm } from '#shared/mcp/server-form.ts'
import {
  IssuerCredentials,
  type OAuthClient,
  type OAuthSession,
  type OAuthSettings,
  SignInNeed,
} from './sign-in-messages.ts'

export type {
  FormAnswer,
  FormField,
  OAuthClient,
  OAuthSession,
  OAuthSettings,
  SamplingAnswer,
  SelfCheck,
  ServerForm,
  SignInNeed,
}
export { IssuerCredentials, LONGEST_PICTURE, LONGEST_SAMPLING, MOST_PICTURES, PictureType, SamplingRequest }

/** Features that the person switched on for a server. Missing: none. */
export type Permits = {
  readonly sampling: boolean
  /** Whether its interactive views are shown. */
  readonly apps: boolean
  /** The folders that the server may know; null where it may know none. */
  readonly roots: readonly string[] | null
}

/** The start of a connection. It contains secrets and is never logged. */
export type ServerStart = { readonly permits?: Permits } & (
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
      /** Null where the headers hold the credentials, and a sign-in is out of question. */
      readonly oauth: OAuthSettings | null
    }
)

/** A request to a connection. */
export type ServerRequest =
  /** `self-test` answers a list of `SelfCheck`. */
  | { readonly what: 'offers' | 'self-test' }
  | { readonly what: 'read' | 'subscribe' | 'unsubscribe'; readonly uri: string }
  /** Reads a file of a skill, `SKILL.md` unless named. Fails where the skill does not have this digest any more. */
  | {
      readonly what: 'skill'
      readonly uri: string
      readonly digest: string
      readonly file: string | null
    }
  | { readonly what: 'prompt'; readonly name: string; readonly args: Readonly<Record<string, string>> }
  | ({ readonly what: 'complete' } & Completing)
  | {
      readonly what: 'call'
      readonly tool: string
      readonly args: Readonly<Record<string, unknown>>
      /** Whether the server supports the call as a task. */
      readonly asTask?: boolean
    }

/** The value to complete, of an argument of a prompt or a variable of a resource template. */
export type Completing = {
  readonly of: { readonly prompt: string } | { readonly template: string }
  readonly argument: string
  readonly value: string
  /** The values chosen before. */
  readonly chosen: Readonly<Record<string, string>>
}

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
  | { readonly type: 'reply'; readonly id: number; readonly answer: FormAnswer | SamplingAnswer }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'close'; readonly connection: number }
  | {
      readonly type: 'sign-in'
      readonly id: number
      readonly start: Extract<ServerStart, { kind: 'http' }>
      readonly need: SignInNeed
      /** Whether the browser may open. Otherwise only a session with the same authorization server is used. */
      readonly browser: boolean
    }
  | { readonly type: 'sign-out'; readonly id: number; readonly issuer: string }
  | { readonly type: 'stop-sign-in'; readonly id: number }
  /** The reply to `credentials.read` and `credentials.write`. */
  | {
      readonly type: 'credentials'
      readonly id: number
      readonly credentials: IssuerCredentials | null
      /** Null when the vault did as it was asked. */
      readonly problem: string | null
    }
  /** The reply to `route`. The proxy may contain a password; null for a direct connection. */
  | {
      readonly type: 'routed'
      readonly id: number
      readonly proxy: string | null
      readonly problem: string | null
    }
  | { readonly type: 'ping'; readonly id: number }

/** A tool in the words of its server. */
export const RemoteTool = z.object({
  name: z.string().min(1).max(1_000),
  description: z.string().catch(''),
  inputSchema: z.record(z.string(), z.unknown()).catch({}),
  hints: z.array(z.enum(['readOnly', 'destructive', 'openWorld'])).catch([]),
  /** Whether calls may be tasks (revision 2025-11-25). Missing in older lists. */
  tasks: z.exactOptional(z.literal(true)),
  /** The address of its interactive view, and whether models and views may call it. Missing in older lists. */
  ui: z.exactOptional(
    z.strictObject({ uri: z.string().max(4_000).nullable(), model: z.boolean(), app: z.boolean() }),
  ),
})
export type RemoteTool = z.infer<typeof RemoteTool>

const Words = z.string().catch('')
const Mime = z.string().catch('')

/** A resource in the words of its server. */
export const RemoteResource = z.object({
  uri: z.string().min(1).max(4_000),
  name: Words,
  description: Words,
  mime: Mime,
})
export type RemoteResource = z.infer<typeof RemoteResource>

/** Resources that are named by a pattern with variables. */
export const RemoteTemplate = z.object({
  template: z.string().min(1).max(4_000),
  name: Words,
  description: Words,
})
export type RemoteTemplate = z.infer<typeof RemoteTemplate>

/** A prompt in the words of its server. */
export const RemotePrompt = z.object({
  name: z.string().min(1).max(200),
  description: Words,
  args: z
    .array(
      z.object({ name: z.string().min(1).max(200), description: Words, required: z.boolean().catch(false) }),
    )
    .catch([]),
})
export type RemotePrompt = z.infer<typeof RemotePrompt>

/** A skill in the words of its server (SEP-2640). */
export const RemoteSkill = z.object({
  uri: z.string().min(1).max(4_000),
  name: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(64),
  description: z.string().min(1).max(1_024),
  /** The digest of its header and of all its files; null where the server does not fix these. */
  digest: z.string().length(64).nullable(),
  /** Paths of its files beside `SKILL.md`. */
  files: z.array(z.string().max(1_000)).max(200),
})
export type RemoteSkill = z.infer<typeof RemoteSkill>

/** The tools, resources, prompts and skills of a server. */
export const Offers = z.object({
  tools: z.array(RemoteTool),
  resources: z.array(RemoteResource).catch([]),
  templates: z.array(RemoteTemplate).catch([]),
  prompts: z.array(RemotePrompt).catch([]),
  skills: z.array(RemoteSkill).catch([]),
})
export type Offers = z.infer<typeof Offers>

/** Facts that the handshake returned. `issuer` is the authorization server whose token it used; null for none. */
const Facts = z.strictObject({ protocol: z.string(), legacy: z.boolean(), issuer: z.string().nullable() })
export type ServerFacts = z.infer<typeof Facts>

/** One message of a connection, as the client process describes it. Main takes secrets out before it stores it. */
export const Traffic = z.strictObject({
  /** Milliseconds since 1970. */
  at: z.number(),
  sender: z.enum(['client', 'server']),
  kind: z.enum(TRAFFIC_KINDS),
  method: z.string().max(200),
  /** The same for a request and its answer; null for other messages. */
  exchange: z.string().max(200).nullable(),
  summary: z.string().max(1_000),
  /** Bytes. */
  size: z.number(),
  tookMs: z.number().nullable(),
  failed: z.boolean(),
  /** The message as JSON text; null where it is too large to store. */
  body: z.string().nullable(),
})
export type Traffic = z.infer<typeof Traffic>

const connection = z.number()

/** Messages from the client process. Servers shape much of them, so main checks each. */
export const FromMcp = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('started'), connection, pid: z.number(), mark: z.string() }),
  z.strictObject({ type: z.literal('connected'), connection, facts: Facts }),
  z.strictObject({
    type: z.literal('refused'),
    connection,
    problem: z.string(),
    need: SignInNeed.nullable(),
  }),
  /** It was open and is not any more. */
  z.strictObject({ type: z.literal('closed'), connection, problem: z.string() }),
  z.strictObject({ type: z.literal('answer'), id: z.number(), value: z.unknown() }),
  z.strictObject({
    type: z.literal('failed'),
    id: z.number(),
    problem: z.string(),
    need: SignInNeed.nullable(),
  }),
  z.strictObject({ type: z.literal('progress'), id: z.number(), text: z.string() }),
  z.strictObject({ type: z.literal('changed'), connection }),
  /** A resource that main subscribed to has changed. */
  z.strictObject({ type: z.literal('updated'), connection, uri: z.string() }),
  z.strictObject({
    type: z.literal('log'),
    connection,
    from: z.enum(['stderr', 'server', 'app']),
    level: z.string(),
    text: z.string(),
  }),
  /** A server asks the person something during a call. */
  z.strictObject({
    type: z.literal('question'),
    id: z.number(),
    ask: z.number(),
    message: z.string(),
    fields: ServerForm.shape.fields,
    url: ServerForm.shape.url,
  }),
  /** A server asks a model during a call. */
  z.strictObject({ type: z.literal('sampling'), id: z.number(), ask: z.number(), request: SamplingRequest }),
  /** The server no longer waits for the answer. */
  z.strictObject({ type: z.literal('withdrawn'), id: z.number() }),
  z.strictObject({ type: z.literal('traffic'), connection, messages: z.array(Traffic) }),
  z.strictObject({ type: z.literal('pong'), id: z.number() }),
  /** The process needs the proxy for an address. */
  z.strictObject({ type: z.literal('route'), id: z.number(), url: z.string().max(20_000) }),
  /** The sign-in needs the person's browser at this address. */
  z.strictObject({ type: z.literal('browse'), id: z.number(), url: z.string().max(20_000) }),
  z.strictObject({ type: z.literal('signed-in'), id: z.number(), issuer: z.string() }),
  /** `problem` names tokens that could not be revoked. They are forgotten all the same. */
  z.strictObject({ type: z.literal('signed-out'), id: z.number(), problem: z.string().nullable() }),
  z.strictObject({
    type: z.literal('sign-in-failed'),
    id: z.number(),
    problem: z.string(),
    need: SignInNeed.nullable(),
  }),
  z.strictObject({ type: z.literal('credentials.read'), id: z.number(), issuer: z.string() }),
  z.strictObject({ type: z.literal('credentials.write'), id: z.number(), credentials: IssuerCredentials }),
])
export type FromMcp = z.infer<typeof FromMcp>
