import { discoverAuthorizationServerMetadata, type FetchLike } from '@modelcontextprotocol/client'
import type { OAuthSession } from '../../messages.ts'
import { createAuthFetch } from './auth-fetch.ts'
import type { Credentials } from './credentials.ts'

type Deps = {
  readonly credentials: Credentials
  readonly request: FetchLike
  readonly problem: (text: string) => void
}

/**
 * Signs all servers of an issuer out: revokes the tokens (RFC 7009) and forgets them. They are forgotten also where the
 * authorization server cannot be reached. A client id that the person entered is kept.
 */
export async function signOut(
  issuer: string,
  { credentials, request, problem }: Deps,
  signal: AbortSignal,
): Promise<void> {
  await credentials.inTurn(issuer, async () => {
    const saved = await credentials.read(issuer)
    credentials.forgetAccess(issuer)
    const kept = saved.client?.by === 'person' ? saved.client : null
    await credentials.write({ issuer, client: kept, sessions: [] })
    try {
      await revokeAll(issuer, saved.sessions, createAuthFetch(new URL(issuer), request, signal))
    } catch (error) {
      signal.throwIfAborted()
      problem(`The tokens could not be revoked at ${new URL(issuer).host}: ${String(error)}`)
    }
  })
}

async function revokeAll(
  issuer: string,
  sessions: readonly OAuthSession[],
  fetchFn: FetchLike,
): Promise<void> {
  const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn })
  const endpoint =
    metadata !== undefined && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined
  if (typeof endpoint !== 'string') return
  for (const { client, refresh, access } of sessions) {
    const token = refresh ?? access
    if (token === null) continue
    const body = new URLSearchParams({
      token,
      token_type_hint: refresh === null ? 'access_token' : 'refresh_token',
    })
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
    if (client.secret === null || client.method === 'client_secret_post') {
      body.set('client_id', client.id)
      if (client.secret !== null) body.set('client_secret', client.secret)
    } else {
      const pair = `${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`
      headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
    }
    const response = await fetchFn(endpoint, { method: 'POST', headers, body, redirect: 'error' })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it answered ${response.status}.`)
  }
}
