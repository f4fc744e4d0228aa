import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { CHATGPT, CHATGPT_HOST, type PublicKeys } from './chatgpt-server.ts'

type Asked = {
  readonly idToken: string | undefined
  readonly keys: PublicKeys
  /** The client that was issued to this installation. */
  readonly client: string
  readonly nonce: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** Clocks may differ by this many seconds. */
const TOLERANCE_S = 60

/**
 * Returns the subject of an identity that is signed by OpenAI, for this client, in answer to this very sign-in (OpenID
 * Connect Core, 3.1.3.7). Throws an `AppError` for any other.
 */
export async function verifiedSubject({ idToken, keys, client, nonce, now }: Asked): Promise<string> {
  // Loaded with the first sign-in: most starts of the app need no signatures.
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  if (idToken === undefined) throw unproven()
  const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
    issuer: CHATGPT.issuer,
    audience: client,
    algorithms: ['RS256', 'ES256'],
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    clockTolerance: TOLERANCE_S,
    currentDate: new Date(now),
  }).catch((error: unknown) => {
    throw unproven(error)
  })
  const { sub = '', azp = client } = payload
  if (payload['nonce'] !== nonce || azp !== client || sub === '' || sub.length > 300) throw unproven()
  return sub
}

function unproven(cause?: unknown): AppError {
  return AppError.saying('llm.auth', say('signIn.unproven', { host: CHATGPT_HOST }), { cause })
}
