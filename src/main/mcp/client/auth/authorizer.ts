import {
  type AuthProvider,
  auth,
  extractWWWAuthenticateParams,
  type FetchLike,
  OAuthError,
} from '@modelcontextprotocol/client'
import type { IssuerCredentials, OAuthSession, OAuthSettings, SignInNeed } from '../../messages.ts'
import { createAuthFetch } from './auth-fetch.ts'
import { authProblem } from './auth-problem.ts'
import { type Credentials, sessionOf, withoutSession } from './credentials.ts'
import { type Discovery, discover } from './discovery.ts'
import { createProvider } from './provider.ts'
import { SignInNeeded } from './sign-in-needed.ts'

type Deps = {
  readonly server: URL
  readonly settings: OAuthSettings
  readonly credentials: Credentials
  readonly request: FetchLike
  /** Ends with the connection. */
  readonly signal: AbortSignal
}

/**
 * Authorizes the requests of one connection. It renews an access token, and throws `SignInNeeded` where the person must
 * sign in: it never opens a browser and never waits for one.
 */
export function createAuthorizer({ server, settings, credentials, request, signal }: Deps) {
  const fetchFn = createAuthFetch(server, request, signal)
  let place: Discovery | null = null
  let used: string | null = null

  const provider: AuthProvider = {
    token: async () => {
      used = place === null ? null : credentials.access(place.issuer, place.resource)
      return used ?? undefined
    },
    onUnauthorized: async ({ response }) => {
      try {
        await authorize(response)
      } catch (error) {
        throw authProblem(error)
      }
    },
  }
  const authorize = async (response: Response): Promise<void> => {
    const refused = used
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
    const metadataUrl = resourceMetadataUrl?.href ?? null
    const found = await discover(server, metadataUrl, fetchFn)
    if (found === null) throw new Error(NO_SIGN_IN)
    place = found
    const need = { issuer: found.issuer, scope: scope ?? null, metadataUrl }
    await credentials.inTurn(found.issuer, () =>
      renew({ settings, credentials, fetchFn, server }, { found, need, refused }),
    )
  }
  return {
    provider,
    /** The authorization server whose token the connection uses; null for none. */
    issuer: (): string | null => (used === null ? null : (place?.issuer ?? null)),
    /** The authorization server that the server named last; null for none. */
    named: (): string | null => place?.issuer ?? null,
  }
}

export type Authorizer = ReturnType<typeof createAuthorizer>

const NO_SIGN_IN =
  'The server refused the request (401) and offers no sign-in. Set its key as a header in the settings.'

type Renewing = Pick<Deps, 'settings' | 'credentials' | 'server'> & { readonly fetchFn: FetchLike }
type Refusal = {
  readonly found: Discovery
  readonly need: Omit<SignInNeed, 'reason'>
  /** The token that the server did not accept. */
  readonly refused: string | null
}

async function renew(deps: Renewing, { found, need, refused }: Refusal): Promise<void> {
  const { credentials, settings } = deps
  const { issuer, resource } = found
  const current = credentials.access(issuer, resource)
  // Another connection renewed it in the meantime.
  if (current !== null && current !== refused) return
  credentials.forgetAccess(issuer, resource)
  const saved = await credentials.read(issuer)
  const session = sessionOf(saved, resource)
  if (session === undefined) throw new SignInNeeded({ ...need, reason: 'none' })
  if (settings.client !== null && settings.client.id !== session.client.id) {
    throw new SignInNeeded({ ...need, reason: 'none' })
  }
  if (session.refresh === null) {
    if (session.access !== null && session.access !== refused) {
      credentials.setAccess(issuer, resource, session.access)
      return
    }
    await credentials.write(withoutSession(saved, session))
    throw new SignInNeeded({ ...need, reason: 'ended' })
  }
  const renewed = await refreshed(deps, { found, need, saved, session })
  const { access, session: next } = renewed
  credentials.setAccess(issuer, resource, access)
  await credentials.write({
    ...saved,
    sessions: saved.sessions.map((each) => (each === session ? next : each)),
  })
}

async function refreshed(
  { settings, credentials, fetchFn, server }: Renewing,
  {
    found,
    need,
    saved,
    session,
  }: Omit<Refusal, 'refused'> & { readonly saved: IssuerCredentials; readonly session: OAuthSession },
): Promise<{ access: string; session: OAuthSession }> {
  const ended = () => new SignInNeeded({ ...need, reason: 'ended' })
  const flow = createProvider({
    settings,
    saved,
    session,
    discovery: found,
    browser: null,
    // The library begins a new sign-in also where the request for a token failed on the way.
    needed: (hasEnded) =>
      hasEnded ? ended() : new Error('The authorization server did not answer. The sign-in is kept.'),
  })
  try {
    await auth(flow.provider, { serverUrl: server, fetchFn })
  } catch (error) {
    const isRefused = flow.hasEnded() || error instanceof OAuthError
    if (!isRefused) throw error
    await credentials.write(withoutSession(saved, session))
    throw ended()
  }
  const [access, next] = [flow.access(), flow.session()]
  if (access === null || next === null) throw ended()
  return { access, session: next }
}
