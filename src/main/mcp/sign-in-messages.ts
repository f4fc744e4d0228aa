import { z } from 'zod'

const Text = z.string().max(20_000)

/** A client of an authorization server: configured, registered, or entered by the person. */
export const OAuthClient = z.strictObject({
  id: Text.min(1),
  secret: Text.nullable(),
  /** `document`: the id is the address of a client metadata document. */
  by: z.enum(['registration', 'document', 'person']),
  /** The method of authentication at the token endpoint that the registration returned. */
  method: Text.nullable(),
  /** The port of the redirect address it was registered with; null where any port will do. */
  port: z.number().int().nullable(),
})
export type OAuthClient = z.infer<typeof OAuthClient>

/** One consent of the person, and the servers that use it. */
export const OAuthSession = z.strictObject({
  /** The client that received the tokens; only it can renew them. */
  client: OAuthClient,
  /** The resource identifiers (RFC 8707) of the servers. */
  resources: z.array(Text).max(200),
  scope: Text,
  refresh: Text.nullable(),
  /** The access token, kept only where there is no refresh token. */
  access: Text.nullable(),
})
export type OAuthSession = z.infer<typeof OAuthSession>

/** The credentials of one authorization server. They are never used at another. */
export const IssuerCredentials = z.strictObject({
  issuer: Text.min(1),
  /** The client for the next sign-in; null before the first one. */
  client: OAuthClient.nullable(),
  sessions: z.array(OAuthSession).max(100),
})
export type IssuerCredentials = z.infer<typeof IssuerCredentials>

/** The OAuth settings of a server. It contains a secret and is never logged. */
export type OAuthSettings = {
  /** The client that was registered for this server beforehand; null for none. */
  readonly client: {
    readonly id: string
    readonly secret: string | null
    /** The only authorization server that may receive it; null for the first one that the server names. */
    readonly issuer: string | null
  } | null
  /** The address of the client metadata document; null for none. */
  readonly documentUrl: string | null
  /** The fixed port of the redirect address; null for any. */
  readonly port: number | null
}

/**
 * The reason why a server needs a sign-in. `none`: never signed in. `ended`: the authorization server ended the session.
 * `scope`: the session lacks rights. `client`: the authorization server needs a client id from the person.
 */
const SignInReason = z.enum(['none', 'ended', 'scope', 'client'])

/** The sign-in that a server needs, with the details of its request. */
export const SignInNeed = z.strictObject({
  reason: SignInReason,
  /** The authorization server; null where it is not known yet. */
  issuer: Text.nullable(),
  scope: Text.nullable(),
  metadataUrl: Text.nullable(),
})
export type SignInNeed = z.infer<typeof SignInNeed>
