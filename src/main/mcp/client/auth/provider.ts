import {
  AuthorizationServerMismatchError,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { IssuerCredentials, OAuthClient, OAuthSession, OAuthSettings } from '../../messages.ts'
import type { Discovery } from './discovery.ts'

/** The way to the person's browser. */
export type Browser = {
  readonly redirect: string
  readonly port: number
  readonly state: string
  readonly open: (url: URL) => Promise<void>
}

type Deps = {
  readonly settings: OAuthSettings
  readonly saved: IssuerCredentials
  readonly discovery: Discovery
  /** The session to renew; null for a new one. */
  readonly session: OAuthSession | null
  /** Null where no browser may open. `needed` then says what to throw. */
  readonly browser: Browser | null
  readonly needed: (hasEnded: boolean) => Error
}

const NAME = 'Orrery'

/** Serves the library's sign-in flow with the credentials of one issuer, and collects the new ones. */
export function createProvider(deps: Deps) {
  const { settings, saved, discovery, session, browser } = deps
  const redirect = browser?.redirect ?? 'http://127.0.0.1/callback'
  let client = clientFor(deps)
  let tokens: StoredOAuthTokens | null = null
  let verifier = ''
  let hasEnded = false
  const provider: OAuthClientProvider = {
    redirectUrl: redirect,
    ...(settings.documentUrl === null ? {} : { clientMetadataUrl: settings.documentUrl }),
    clientMetadata: metadataFor(redirect, discovery),
    ...(browser === null ? {} : { state: () => browser.state }),
    clientInformation: () => {
      if (client !== null) return informationOf(client, saved.issuer)
      // Without a browser nothing is registered.
      if (browser === null) throw deps.needed(hasEnded)
      return undefined
    },
    saveClientInformation: (information) => {
      client = {
        id: information.client_id,
        secret: information.client_secret ?? null,
        by: information.client_id === settings.documentUrl ? 'document' : 'registration',
        method: methodOf(information),
        port: information.client_id === settings.documentUrl ? null : (browser?.port ?? null),
      }
    },
    tokens: () =>
      session === null || hasEnded
        ? undefined
        : {
            access_token: session.access ?? '',
            token_type: 'Bearer',
            issuer: saved.issuer,
            scope: session.scope,
            ...(session.refresh === null ? {} : { refresh_token: session.refresh }),
          },
    saveTokens: (given) => {
      tokens = given
    },
    redirectToAuthorization: async (url) => {
      if (browser === null) throw deps.needed(hasEnded)
      await browser.open(url)
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
    invalidateCredentials: (what) => {
      if (what === 'tokens' || what === 'all') hasEnded = true
      if ((what === 'client' || what === 'all') && settings.client === null) client = null
    },
    discoveryState: () => discovery.state,
    saveDiscoveryState: () => {},
  }
  return {
    provider,
    /** Whether the authorization server ended the session. */
    hasEnded: () => hasEnded,
    /** The session with its new tokens; null before there are any. */
    session: (): OAuthSession | null =>
      tokens === null || client === null
        ? null
        : {
            client,
            resources: session?.resources ?? [discovery.resource],
            scope: tokens.scope ?? session?.scope ?? '',
            refresh: tokens.refresh_token ?? null,
            access: tokens.refresh_token === undefined ? tokens.access_token : null,
          },
    access: (): string | null => tokens?.access_token ?? null,
  }
}

/** The client to use: the configured one first, then the one that is known to the authorization server. */
function clientFor({ settings, saved, session, browser }: Deps): OAuthClient | null {
  if (session !== null) return session.client
  const configured = settings.client
  if (configured !== null) {
    if (configured.issuer !== null && configured.issuer !== saved.issuer) {
      throw new AuthorizationServerMismatchError(configured.issuer, saved.issuer)
    }
    return { id: configured.id, secret: configured.secret, by: 'person', method: null, port: settings.port }
  }
  const { client } = saved
  if (client === null || client.by === 'person') return client
  if (client.by === 'document') return client.id === settings.documentUrl ? client : null
  // A registration holds for one redirect address.
  return browser === null || client.port === browser.port ? client : null
}

function informationOf({ id, secret, method }: OAuthClient, issuer: string): StoredOAuthClientInformation {
  return {
    client_id: id,
    issuer,
    ...(secret === null ? {} : { client_secret: secret }),
    ...(method === null ? {} : { token_endpoint_auth_method: method }),
  }
}

function methodOf(information: StoredOAuthClientInformation): string | null {
  return 'token_endpoint_auth_method' in information ? (information.token_endpoint_auth_method ?? null) : null
}

/** The registration of a native public client (RFC 8252). */
function metadataFor(redirect: string, { state }: Discovery): OAuthClientMetadata {
  const methods = state.authorizationServerMetadata?.token_endpoint_auth_methods_supported
  return {
    client_name: NAME,
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    ...(methods === undefined || methods.includes('none') ? { token_endpoint_auth_method: 'none' } : {}),
  }
}
