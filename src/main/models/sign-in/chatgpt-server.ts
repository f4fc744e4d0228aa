import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Fetch } from '../http/http-fetch.ts'
import { createServerQuestions } from './ask-server.ts'

/** Sign in with ChatGPT for open-source apps on the person's machine (OpenAI's documentation of 2026-11). */
export const CHATGPT = {
  issuer: 'https://auth.openai.com',
  page: 'https://auth.openai.com/api/accounts/authorize',
  tokens: 'https://auth.openai.com/api/accounts/oauth/token',
  keys: 'https://auth.openai.com/.well-known/jwks.json',
  discovery: 'https://auth.openai.com/.well-known/openid-configuration',
  resource: 'https://api.openai.com/v1',
  /** The client of a first sign-in, which is answered with one of this installation's own. */
  firstClient: 'dynamic_agent_client',
  scope: 'openid profile email offline_access resource.invoke chatgpt.tokens.use.direct',
  planScope: 'chatgpt.tokens.use.direct',
} as const

/** The host that messages name. */
export const CHATGPT_HOST = new URL(CHATGPT.issuer).host

const LIMIT_MS = 20_000
/** The longest lifetime that is believed, in seconds. */
const LONGEST_S = 24 * 3_600

/** Anything else could not be the value of a header. */
const Token = z
  .string()
  .max(32_000)
  .regex(/^[\x21-\x7e]+$/)
const Tokens = z.object({
  access_token: Token,
  refresh_token: Token.optional(),
  id_token: z.string().max(64_000).optional(),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive().max(LONGEST_S),
  scope: z.string().max(4_000).optional(),
})
export type Tokens = z.infer<typeof Tokens>

const PublicKeys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(50) })
export type PublicKeys = z.infer<typeof PublicKeys>

const Discovered = z.object({ revocation_endpoint: z.url() })
const Problem = z.object({ error: z.union([z.string(), z.object({ code: z.string() })]) })

/** The answers after which a session cannot be renewed any more (OpenAI's *Errors and recovery*, 2026-11). */
const ENDED = new Set([
  'invalid_grant',
  'invalid_refresh_token',
  'token_expired',
  'refresh_token_expired',
  'refresh_token_invalidated',
  'refresh_token_reused',
])
const CLIENT_GONE = new Set(['invalid_client', 'unauthorized_client'])

type Deps = {
  readonly fetch: Fetch
  readonly clock: Pick<Clock, 'now'>
  /** Time limit of one question in milliseconds. */
  readonly limitMs?: number
}

type Code = {
  readonly client: string
  readonly code: string
  readonly verifier: string
  readonly redirect: string
}

/** Asks OpenAI's authorization server. Its refusals become codes of ours, never its own words. */
export function createChatGptServer({ fetch, clock, limitMs = LIMIT_MS }: Deps) {
  const ask = createServerQuestions({ fetch, clock, host: CHATGPT_HOST, limitMs })
  const get = (address: string, signal: AbortSignal) =>
    ask(address, { headers: { accept: 'application/json' } }, signal)
  const post = (address: string, form: Readonly<Record<string, string>>, signal: AbortSignal) =>
    ask(
      address,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams(form).toString(),
      },
      signal,
    )
  const tokensFor = async (form: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const answer = await post(CHATGPT.tokens, { ...form, resource: CHATGPT.resource }, signal)
    const parsed = answer.ok ? Tokens.safeParse(answer.body) : null
    return { tokens: parsed?.data ?? null, status: answer.status, problem: problemIn(answer.body) }
  }

  return {
    /** Returns the tokens for a code. `gone`: the server does not know the client any more. */
    exchange: async (
      { client, code, verifier, redirect }: Code,
      signal: AbortSignal,
    ): Promise<Tokens | 'gone'> => {
      const form = { grant_type: 'authorization_code', client_id: client, code }
      const { tokens, status, problem } = await tokensFor(
        { ...form, code_verifier: verifier, redirect_uri: redirect },
        signal,
      )
      if (tokens !== null) return tokens
      if (CLIENT_GONE.has(problem)) return 'gone'
      throw refused(status)
    },
    /** Returns new tokens for a refresh token, which is used up by it. `ended`: only a new sign-in helps. */
    renew: async (
      { client, refresh }: { readonly client: string; readonly refresh: string },
      signal: AbortSignal,
    ): Promise<Tokens | 'ended'> => {
      const { tokens, status, problem } = await tokensFor(
        { grant_type: 'refresh_token', client_id: client, refresh_token: refresh },
        signal,
      )
      if (tokens !== null) return tokens
      if (ENDED.has(problem) || CLIENT_GONE.has(problem)) return 'ended'
      throw refused(status)
    },
    /** Ends a session at the server. Rejects when the server did not confirm that. */
    revoke: async (
      { client, refresh }: { readonly client: string; readonly refresh: string },
      signal: AbortSignal,
    ): Promise<void> => {
      const { body } = await get(CHATGPT.discovery, signal)
      const address = Discovered.safeParse(body).data?.revocation_endpoint
      // A token goes to its issuer only, whatever an answer names.
      if (address === undefined || new URL(address).origin !== CHATGPT.issuer) throw refused(200)
      const form = { token: refresh, token_type_hint: 'refresh_token', client_id: client }
      const { ok, status } = await post(address, form, signal)
      if (!ok) throw refused(status)
    },
    /** Returns the keys with which identities are signed. */
    keys: async (signal: AbortSignal): Promise<PublicKeys> => {
      const { ok, status, body } = await get(CHATGPT.keys, signal)
      const parsed = PublicKeys.safeParse(body)
      if (ok && parsed.success) return parsed.data
      throw refused(status)
    },
  }
}

export type ChatGptServer = ReturnType<typeof createChatGptServer>

/** Whether an answer grants the use of the plan. An answer that names no scope grants nothing. */
export function grantsPlan(scope: string | undefined): boolean {
  return scope?.split(/\s+/).includes(CHATGPT.planScope) === true
}

function problemIn(body: unknown): string {
  const problem = Problem.safeParse(body).data?.error ?? ''
  return typeof problem === 'string' ? problem : problem.code
}

function refused(status: number): AppError {
  const facts = { host: CHATGPT_HOST, status: String(status) }
  return AppError.saying('llm.other', say('signIn.noTokens', facts))
}
