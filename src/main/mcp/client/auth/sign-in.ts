import { randomBytes } from 'node:crypto'
import {
  auth,
  computeScopeUnion,
  type FetchLike,
  OAuthError,
  RegistrationRejectedError,
  refreshAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { listenForRedirect } from '../../../lib/loopback.ts'
import type { IssuerCredentials, OAuthSession, OAuthSettings, SignInNeed } from '../../messages.ts'
import { checkAddress, createAuthFetch } from './auth-fetch.ts'
import { authProblem } from './auth-problem.ts'
import { type Credentials, sessionOf, withSession } from './credentials.ts'
import { type Discovery, discover } from './discovery.ts'
import { createProvider } from './provider.ts'
import { SignInNeeded } from './sign-in-needed.ts'

export type SignInDeps = {
  readonly credentials: Credentials
  readonly request: FetchLike
  /** Opens an address in the person's browser. */
  readonly browse: (url: string) => void
  /** The longest wait for the browser in milliseconds. */
  readonly limitMs: number
  /** The longest wait for an answer of the authorization server in milliseconds. */
  readonly answerMs: number
}

type Wanted = {
  readonly url: string
  readonly settings: OAuthSettings
  readonly need: SignInNeed
  /** Whether the browser may open. */
  readonly browser: boolean
}

/** The most older sessions that are tried before the browser opens. */
const MOST_TRIED = 3

/**
 * Signs in to the authorization server of a server, and returns its issuer. A session that another server of the issuer
 * has is used first, so that one consent serves all of them. Otherwise the browser opens, once.
 */
export async function signIn(wanted: Wanted, deps: SignInDeps, signal: AbortSignal): Promise<string> {
  const { need, settings } = wanted
  const { credentials } = deps
  const server = new URL(wanted.url)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deps.limitMs)])
  const fetchFn = createAuthFetch(server, deps.request, limit, deps.answerMs)
  const found = await discover(server, need.metadataUrl, fetchFn).catch((error: unknown) => {
    signal.throwIfAborted()
    throw authProblem(error)
  })
  if (found === null) throw new Error('The server offers no sign-in.')
  const { issuer, resource } = found
  const saved = await credentials.inTurn(issuer, async () => {
    const known = await credentials.read(issuer)
    return need.reason === 'scope' ? known : await joined(known, { found, settings, credentials, fetchFn })
  })
  if (saved === null) return issuer
  if (!wanted.browser) throw new SignInNeeded({ ...need, issuer })
  try {
    const { session, access } = await newSession({ wanted, deps, server, found, saved, fetchFn }, limit)
    await credentials.inTurn(issuer, async () => {
      await credentials.write(withSession(await credentials.read(issuer), session))
      credentials.setAccess(issuer, resource, access)
    })
    return issuer
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) throw new Error('The sign-in was not finished in time. Nothing was stored.')
    if (error instanceof RegistrationRejectedError)
      throw new SignInNeeded({ ...need, issuer, reason: 'client' })
    throw authProblem(error)
  }
}

type Joining = {
  readonly found: Discovery
  readonly settings: OAuthSettings
  readonly credentials: Credentials
  readonly fetchFn: FetchLike
}

/** The resources that an authorization server names as its own (RFC 9728, section 4). */
function protectedBy(metadata: object | undefined): readonly string[] {
  const read = ProtectedResources.safeParse(metadata)
  return read.success ? read.data.protected_resources : []
}

const ProtectedResources = z.looseObject({ protected_resources: z.array(z.string()) })

const isSameOrigin = (left: string, right: string): boolean =>
  URL.canParse(left) && URL.canParse(right) && new URL(left).origin === new URL(right).origin

/**
 * Adds the server to a session of its issuer. Any server can name any issuer. Without a consent of its own, only a
 * server joins that shares an origin with one of the session, or that the issuer names. Returns null when that worked,
 * and else what is stored now.
 */
async function joined(
  saved: IssuerCredentials,
  { found, settings, credentials, fetchFn }: Joining,
): Promise<IssuerCredentials | null> {
  const { issuer, resource, state } = found
  const { authorizationServerMetadata: metadata } = state
  const isListed = protectedBy(metadata).includes(resource)
  const fitting = saved.sessions.filter(
    ({ refresh, client, resources }) =>
      refresh !== null &&
      !resources.includes(resource) &&
      (isListed || resources.some((known) => isSameOrigin(known, resource))) &&
      (settings.client === null || settings.client.id === client.id),
  )
  for (const session of fitting.slice(-MOST_TRIED)) {
    const { id, secret, method } = session.client
    try {
      const tokens = await refreshAuthorization(state.authorizationServerUrl, {
        resource,
        fetchFn,
        refreshToken: session.refresh ?? '',
        ...(metadata && { metadata }),
        clientInformation: {
          client_id: id,
          ...(secret === null ? {} : { client_secret: secret }),
          ...(method === null ? {} : { token_endpoint_auth_method: method }),
        },
      })
      const shared = {
        ...session,
        resources: [...session.resources, resource],
        refresh: tokens.refresh_token ?? session.refresh,
      }
      await credentials.write({
        ...saved,
        sessions: saved.sessions.map((each) => (each === session ? shared : each)),
      })
      credentials.setAccess(issuer, resource, tokens.access_token)
      return null
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
    }
  }
  return saved
}

type Signing = {
  readonly wanted: Wanted
  readonly deps: SignInDeps
  readonly server: URL
  readonly found: Discovery
  readonly saved: IssuerCredentials
  readonly fetchFn: FetchLike
}

async function newSession(
  { wanted, deps, server, found, saved, fetchFn }: Signing,
  signal: AbortSignal,
): Promise<{ session: OAuthSession; access: string }> {
  const { settings, need } = wanted
  const state = randomBytes(32).toString('base64url')
  const port = settings.port ?? saved.client?.port ?? null
  const loopback = await listenForRedirect({ port, isFixed: settings.port !== null, state }, signal)
  try {
    const flow = createProvider({
      settings,
      saved,
      session: null,
      discovery: found,
      browser: {
        redirect: loopback.redirect,
        port: loopback.port,
        state,
        open: async (url) => {
          checkAddress(url, server)
          deps.browse(url.href)
        },
      },
      needed: () => new Error('The sign-in needs a browser.'),
    })
    checkRegistration(flow.provider, { found, settings, need })
    const options = { serverUrl: server, fetchFn, ...scopeOf(need, sessionOf(saved, found.resource)) }
    await auth(flow.provider, { ...options, forceReauthorization: true })
    const answer = await loopback.answer
    const code = codeIn(answer, found)
    const iss = answer.get('iss')
    await auth(flow.provider, { ...options, authorizationCode: code, ...(iss === null ? {} : { iss }) })
    const [session, access] = [flow.session(), flow.access()]
    if (session === null || access === null) throw new Error('The authorization server returned no token.')
    return { session, access }
  } finally {
    loopback.close()
  }
}

/** A sign-in for more rights keeps those that were granted. */
function scopeOf({ reason, scope }: SignInNeed, session: OAuthSession | undefined): { scope?: string } {
  const wanted =
    reason === 'scope' ? computeScopeUnion(session?.scope, scope ?? undefined) : (scope ?? undefined)
  return wanted === undefined || wanted === '' ? {} : { scope: wanted }
}

/** Throws where the authorization server registers no clients and the app has no client id there. */
function checkRegistration(
  provider: ReturnType<typeof createProvider>['provider'],
  { found, settings, need }: Pick<Signing, 'found'> & Pick<Wanted, 'settings' | 'need'>,
): void {
  const metadata = found.state.authorizationServerMetadata
  const takesDocument =
    metadata?.client_id_metadata_document_supported === true && settings.documentUrl !== null
  const registers = metadata === undefined || metadata.registration_endpoint !== undefined
  const isKnown = provider.clientInformation({ issuer: found.issuer }) !== undefined
  if (!isKnown && !takesDocument && !registers) {
    throw new SignInNeeded({ ...need, issuer: found.issuer, reason: 'client' })
  }
}

/** The code of a redirect. Nothing else of it is read or shown before its issuer was checked (RFC 9207). */
function codeIn(answer: URLSearchParams, { state }: Discovery): string {
  const metadata = state.authorizationServerMetadata
  validateAuthorizationResponseIssuer({
    iss: answer.get('iss') ?? undefined,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.['authorization_response_iss_parameter_supported'] === true,
  })
  const code = answer.get('code')
  if (answer.get('error') !== null || code === null) {
    throw new Error('The authorization server did not grant the sign-in. Nothing was stored.')
  }
  return code
}
