import { createHash, createSign } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/parse-json.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import { Secret } from '../../lib/secret.ts'
import type { Fetch } from './http-fetch.ts'
import { readJson } from './read-json.ts'

/** The address at which Google exchanges signed assertions for access tokens (OAuth 2.0 for service accounts, RFC 7523). */
const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const LIFETIME_S = 3_600
/** A token is replaced this long before it expires. */
const MARGIN_MS = 5 * 60_000

const ServiceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(3),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
})
type ServiceAccount = z.infer<typeof ServiceAccount>

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

type Deps = {
  readonly fetch: Fetch
  readonly clock: Pick<Clock, 'now'>
  /** Hears of every token, so that no log shows one. */
  readonly hide: (token: string) => void
}

/**
 * Exchanges the key of a Google service account for an access token, and keeps that until it is about to expire. Any
 * other secret is returned as it is.
 */
export function createServiceAccounts({ fetch, clock, hide }: Deps) {
  const tokens = new Map<string, { readonly token: Secret; readonly until: number }>()
  return async (secret: Secret, signal: AbortSignal): Promise<Secret> => {
    const account = accountIn(secret)
    if (account === null) return secret
    const name = createHash('sha256').update(secret.reveal()).digest('hex')
    const known = tokens.get(name)
    if (known !== undefined && known.until > clock.now()) return known.token
    const response = await fetch(TOKEN_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertion(account, Math.floor(clock.now() / 1_000)),
      }).toString(),
      signal,
      redirect: 'manual',
    })
    const parsed = Token.safeParse((await readJson(response)).body)
    if (!response.ok || !parsed.success) {
      throw AppError.saying('llm.auth', say('model.accountRefused', { account: account.client_email }))
    }
    const { access_token, expires_in } = parsed.data
    hide(access_token)
    const token = new Secret(access_token)
    tokens.set(name, { token, until: clock.now() + expires_in * 1_000 - MARGIN_MS })
    return token
  }
}

function accountIn(secret: Secret): ServiceAccount | null {
  const text = secret.reveal().trim()
  if (!text.startsWith('{')) return null
  try {
    const parsed = ServiceAccount.safeParse(parseJson(text))
    return parsed.success ? parsed.data : null
  } catch (error) {
    // A key of another kind may begin with a brace; its server judges it.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A signed JSON Web Token that asks for access (RS256). `now` in seconds. */
function assertion({ client_email, private_key, private_key_id }: ServiceAccount, now: number): string {
  const header = {
    alg: 'RS256',
    typ: 'JWT',
    ...(private_key_id === undefined ? {} : { kid: private_key_id }),
  }
  const claims = { iss: client_email, scope: SCOPE, aud: TOKEN_URL, iat: now, exp: now + LIFETIME_S }
  const body = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  try {
    return `${body}.${createSign('RSA-SHA256').update(body).sign(private_key, 'base64url')}`
  } catch {
    throw AppError.saying('llm.auth', say('model.accountKey', { account: client_email }))
  }
}
