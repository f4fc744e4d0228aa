import { createHash, createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const ISSUER = 'https://auth.openai.com'
const ROOT = '/api/accounts/oauth'
const PLAN = 'openid profile email offline_access resource.invoke chatgpt.tokens.use.direct'
const PAIR = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const FOREIGN = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const HOUR_S = 3_600

/** The client that the server issues. */
export const ISSUED = 'oaiapp_tide'

/** The ways in which a test server differs from an honest one. */
export type Turns = {
  scope?: string
  /** Claims of the identity that replace the honest ones. */
  claims?: Readonly<Record<string, unknown>>
  /** Signs identities with a key that is not published. */
  isForged?: boolean
  /** The algorithm that identities name. They are signed for `RS256` only. */
  algorithm?: string
  /** Answers to paths as they go over the wire. */
  raw?: Readonly<Record<string, RawAnswer>>
  /** Paths that get no answer. */
  silent?: readonly string[]
  /** The revocation endpoint that the discovery document names. */
  revocation?: string
  /** The answer to every renewal. */
  renewal?: { readonly status: number; readonly error: string }
  /** The clock of the server, in epoch milliseconds. */
  now?: () => number
}

type RawAnswer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

type Asked = { readonly path: string; readonly text: string }
type Given = { readonly status: number; readonly body: unknown }

/**
 * OpenAI's authorization server as its documentation of Sign in with ChatGPT describes it (2026-11). Codes hold what they
 * were given for; `turns` may be changed at any time.
 */
export function chatGptAuthority(turns: Turns = {}) {
  const live = new Map<string, string>()
  const forms: Readonly<Record<string, string>>[] = []
  let issued = 0

  const give = (client: string, nonce: string | null): Given => {
    issued += 1
    const refresh = `rt_story_${issued}`
    live.set(refresh, client)
    const key = turns.isForged === true ? FOREIGN.privateKey : PAIR.privateKey
    const now = Math.floor((turns.now ?? Date.now)() / 1_000)
    const claims = { iss: ISSUER, aud: client, sub: 'user-tide', iat: now, exp: now + HOUR_S, nonce }
    const tokens = { access_token: `at_story_${issued}`, refresh_token: refresh, token_type: 'Bearer' }
    const identity =
      nonce === null ? {} : { id_token: signed({ ...claims, ...turns.claims }, key, turns.algorithm) }
    return { status: 200, body: { ...tokens, ...identity, expires_in: HOUR_S, scope: turns.scope ?? PLAN } }
  }

  const exchange = (form: Readonly<Record<string, string>>): Given => {
    const { code = '', code_verifier = '', client_id = '', redirect_uri } = form
    const meant = JSON.parse(Buffer.from(code, 'base64url').toString()) as Readonly<Record<string, string>>
    const isProven = createHash('sha256').update(code_verifier).digest('base64url') === meant['challenge']
    const isSame = client_id === meant['client'] && redirect_uri === meant['redirect']
    return isProven && isSame ? give(client_id, meant['nonce'] ?? '') : refusal(400, 'invalid_grant')
  }

  const renew = ({ refresh_token = '', client_id = '' }: Readonly<Record<string, string>>): Given => {
    if (turns.renewal !== undefined) return refusal(turns.renewal.status, turns.renewal.error)
    if (live.get(refresh_token) !== client_id) return refusal(400, 'refresh_token_reused')
    live.delete(refresh_token)
    return give(client_id, null)
  }

  const granted = (form: Readonly<Record<string, string>>): Given => {
    if (form['resource'] !== 'https://api.openai.com/v1') return refusal(400, 'invalid_target')
    if (form['client_secret'] !== undefined) return refusal(400, 'invalid_client')
    return form['grant_type'] === 'refresh_token' ? renew(form) : exchange(form)
  }

  return {
    /** Every form that was posted, oldest first. */
    forms,
    /** The refresh tokens that still work. */
    live,
    /** Answers a request; undefined for a path that is not of this server, null for silence. */
    answer: ({ path, text: body }: Asked): Given | null | undefined => {
      if (turns.silent?.includes(path) === true) return null
      if (path === '/.well-known/jwks.json')
        return { status: 200, body: { keys: [{ ...PAIR.publicKey.export({ format: 'jwk' }), kid: 'tide' }] } }
      if (path === '/.well-known/openid-configuration')
        return { status: 200, body: { revocation_endpoint: turns.revocation ?? `${ISSUER}${ROOT}/revoke` } }
      if (path !== `${ROOT}/token` && path !== `${ROOT}/revoke`) return undefined
      const form = Object.fromEntries(new URLSearchParams(body))
      forms.push({ ...form, at: path })
      if (path.endsWith('/token')) return granted(form)
      live.delete(form['token'] ?? '')
      return { status: 200, body: {} }
    },
  }
}

export type ChatGptAuthority = ReturnType<typeof chatGptAuthority>

/** The redirect of a person who allows what a page of the sign-in asks. */
export function allowed(page: URL): URL {
  const asked = (name: string) => page.searchParams.get(name) ?? ''
  const client = asked('client_id') === 'dynamic_agent_client' ? ISSUED : asked('client_id')
  const meant = {
    challenge: asked('code_challenge'),
    nonce: asked('nonce'),
    client,
    redirect: asked('redirect_uri'),
  }
  const back = new URL(asked('redirect_uri'))
  back.searchParams.set('code', Buffer.from(JSON.stringify(meant)).toString('base64url'))
  back.searchParams.set('state', asked('state'))
  back.searchParams.set('client_id', client)
  return back
}

/** Serves the authority over HTTP. */
export async function openAuthority(turns: Turns = {}) {
  const authority = chatGptAuthority(turns)
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      const path = incoming.url ?? ''
      const raw = turns.raw?.[path]
      if (raw !== undefined) return void response.writeHead(raw.status, raw.headers).end(raw.body)
      const given = authority.answer({ path, text: body })
      if (given === null) return
      response.writeHead(given?.status ?? 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(given?.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...authority,
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function signed(claims: Readonly<Record<string, unknown>>, key: KeyObject, alg = 'RS256'): string {
  const body = [{ alg, typ: 'JWT', kid: 'tide' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  if (alg === 'none') return `${body}.`
  // With the public key alone this one could be made, if that key counted as a shared secret.
  if (alg === 'HS256')
    return `${body}.${createHmac('sha256', PAIR.publicKey.export({ type: 'spki', format: 'pem' }))
      .update(body)
      .digest('base64url')}`
  return `${body}.${createSign('RSA-SHA256').update(body).sign(key, 'base64url')}`
}

function refusal(status: number, error: string): Given {
  return { status, body: { error } }
}
