import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import { Secret } from '../../lib/secret.ts'
import type { ChatGptRecords, Session, TokenUse } from './chatgpt-records.ts'
import { CHATGPT, type ChatGptServer, grantsPlan } from './chatgpt-server.ts'

type Deps = {
  readonly server: ChatGptServer
  readonly records: ChatGptRecords
  readonly clock: Pick<Clock, 'now'>
  /** Ends with the app. A renewal goes on when the request that began it is aborted: its refresh token is used up. */
  readonly signal: AbortSignal
}

/** An access token is replaced this long before it expires. */
const MARGIN_MS = 5 * 60_000

/** Gives out the access token of the person's ChatGPT plan, and renews it. */
export function createChatGptSession({ server, records, clock, signal: life }: Deps) {
  let renewing: Promise<Session> | null = null

  const isFresh = ({ until }: Session) => clock.now() < until - MARGIN_MS

  /** Forgets a session that cannot be renewed, unless another one has taken its place. */
  const end = async (ended: Session): Promise<AppError> => {
    const stored = await records.session(life)
    if (stored?.access === ended.access) await records.dropSession(life)
    return signInAgain()
  }

  const renewed = async (): Promise<Session> => {
    // Another process, or the renewal before this one, may have done it.
    const session = await records.session(life)
    if (session === null) throw signInAgain()
    if (isFresh(session)) return session
    const { client, refresh } = session
    if (refresh === null) throw await end(session)
    const tokens = await server.renew({ client, refresh }, life)
    if (tokens === 'ended') throw await end(session)
    const { access_token: access, refresh_token: next = refresh, scope, expires_in: seconds } = tokens
    // A renewal without a scope keeps what was granted (RFC 6749, 5.1).
    if (scope !== undefined && !grantsPlan(scope)) throw await end(session)
    const until = clock.now() + seconds * 1_000
    const stored = await records.session(life)
    // The person signed out or in meanwhile: that counts.
    if (stored?.access !== session.access) {
      await server.revoke({ client, refresh: next }, life).catch(() => undefined)
      if (stored === null) throw signInAgain()
      return stored
    }
    const made = { client, access, refresh: next, until }
    await records.keepSession(made, life)
    return made
  }

  const renew = (): Promise<Session> => {
    renewing ??= renewed().finally(() => {
      renewing = null
    })
    return renewing
  }

  return {
    /**
     * Returns the access token for requests to an address. Rejects with an `AppError` when the person has to sign in
     * again, and for any address but OpenAI's.
     */
    token: async (baseUrl: string, use: TokenUse, signal: AbortSignal): Promise<Secret> => {
      if (!isPlanAddress(baseUrl)) throw AppError.saying('llm.auth', say('signIn.planElsewhere'))
      const session = await records.sessionFor(use, signal)
      if (session === null) throw signInAgain()
      if (isFresh(session)) return new Secret(session.access)
      try {
        return new Secret((await unlessAborted(renew(), signal)).access)
      } catch (error) {
        signal.throwIfAborted()
        const isEnded = error instanceof AppError && error.code === 'llm.auth'
        // It still holds for a while, and the next request tries again.
        if (!isEnded && clock.now() < session.until) return new Secret(session.access)
        throw error
      }
    },
    /** Removes the tokens from the vault. False when OpenAI did not confirm that it has ended the session. */
    signOut: async (signal: AbortSignal): Promise<boolean> => {
      // A renewal under way would leave a token behind that nobody revokes.
      await renewing?.catch(() => undefined)
      const session = await records.session(signal)
      await records.dropSession(signal)
      if (session === null || session.refresh === null) return session === null
      const { client, refresh } = session
      return server.revoke({ client, refresh }, signal).then(
        () => true,
        () => false,
      )
    },
  }
}

export type ChatGptSession = ReturnType<typeof createChatGptSession>

function isPlanAddress(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && new URL(baseUrl).href.replace(/\/+$/, '') === CHATGPT.resource
}

function signInAgain(): AppError {
  return AppError.saying('llm.auth', say('signIn.again'))
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    if (signal.aborted) stop()
  })
}
