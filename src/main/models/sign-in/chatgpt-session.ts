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
  /** Ends with the app. A renewal continues when the request that began it is aborted: its refresh token is used up. */
  readonly signal: AbortSignal
}

/** An access token is replaced this long before it expires. */
const MARGIN_MS = 5 * 60_000

/** A refused token that is no older than this is not replaced: another one would be refused as well. */
const YOUNG_MS = 60_000

/** Gives out the access token of the person's ChatGPT plan, and renews it. */
export function createChatGptSession({ server, records, clock, signal: life }: Deps) {
  let renewing: Promise<Session> | null = null
  let renewedAt = -YOUNG_MS
  const { newest, keep, isKept } = createKeeping(records, life)

  const isFresh = ({ until }: Session) => clock.now() < until - MARGIN_MS

  /** Forgets a session that cannot be renewed, unless another one has taken its place. */
  const end = async (ended: Session): Promise<AppError> => {
    const stored = await records.session(life)
    if (newest(stored)?.access === ended.access) await records.dropSession(life)
    return signInAgain()
  }

  const renewed = async (refused: string | null): Promise<Session> => {
    // Another process, or the renewal before this one, may have done it.
    const old = await records.session(life)
    const session = newest(old)
    if (old === null || session === null) throw signInAgain()
    if (isFresh(session) && session.access !== refused) {
      if (!isKept()) await keep(session, old.access)
      return session
    }
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
    if (stored?.access !== old.access) {
      await server.revoke({ client, refresh: next }, life).catch(() => undefined)
      if (stored === null) throw signInAgain()
      return stored
    }
    const made = { client, access, refresh: next, until }
    await keep(made, old.access)
    renewedAt = clock.now()
    return made
  }

  const renew = (refused: string | null): Promise<Session> => {
    renewing ??= renewed(refused).finally(() => {
      renewing = null
    })
    return renewing
  }

  return {
    /**
     * Returns the access token for requests to an address. Rejects with an `AppError` when the person has to sign in
     * again, and for any address but OpenAI's. A token that its server refused is replaced once.
     */
    token: async (baseUrl: string, use: TokenUse, signal: AbortSignal, refused?: Secret): Promise<Secret> => {
      if (!isPlanAddress(baseUrl)) throw AppError.saying('llm.auth', say('signIn.planElsewhere'))
      const session = newest(await records.sessionFor(use, signal))
      if (session === null) throw signInAgain()
      const isRefused = refused?.reveal() === session.access
      if (isFresh(session) && !isRefused && isKept()) return new Secret(session.access)
      if (isRefused && clock.now() < renewedAt + YOUNG_MS) throw signInAgain()
      try {
        return new Secret((await unlessAborted(renew(isRefused ? session.access : null), signal)).access)
      } catch (error) {
        signal.throwIfAborted()
        const isEnded = error instanceof AppError && error.code === 'llm.auth'
        // It still holds for a while, and the next request tries again.
        if (!isEnded && !isRefused && clock.now() < session.until) return new Secret(session.access)
        throw error
      }
    },
    /** Removes the tokens from the vault. False when OpenAI did not confirm that it has ended the session. */
    signOut: async (signal: AbortSignal): Promise<boolean> => {
      // A renewal under way would leave a token behind that is never revoked.
      await renewing?.catch(() => undefined)
      const session = newest(await records.session(signal))
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

/** Keeps new tokens here while the vault does not take them: the old ones are used up. */
function createKeeping(records: ChatGptRecords, life: AbortSignal) {
  let unkept: { readonly instead: string; readonly session: Session } | null = null
  return {
    /** Returns the newest tokens, given those of the vault. */
    newest: (stored: Session | null): Session | null =>
      stored !== null && unkept?.instead === stored.access ? unkept.session : stored,
    /** Stores tokens in place of those with an access token. */
    keep: async (session: Session, instead: string): Promise<void> => {
      try {
        await records.keepSession(session, life)
        unkept = null
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        unkept = { instead, session }
      }
    },
    isKept: (): boolean => unkept === null,
  }
}

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
