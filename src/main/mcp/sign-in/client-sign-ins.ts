import { AppError } from '#shared/errors.ts'
import type { FromMcp, ServerStart, SignInNeed, ToMcp } from '../messages.ts'
import type { CredentialVault } from './credential-vault.ts'
import { NeedsSignIn } from './needs-sign-in.ts'

/** A sign-in to the authorization server of a server. */
export type SignInRequest = {
  readonly start: Extract<ServerStart, { kind: 'http' }>
  readonly need: SignInNeed
  /** Opens the browser. Null where only a session with the same authorization server may be used. */
  readonly browse: ((url: string) => void) | null
}

type Running = {
  readonly signedIn: (issuer: string) => void
  readonly signedOut: (problem: string | null) => void
  readonly failed: (error: Error) => void
  readonly browse: ((url: string) => void) | null
}

const OF_SIGN_INS = [
  'browse',
  'signed-in',
  'signed-out',
  'sign-in-failed',
  'credentials.read',
  'credentials.write',
] as const
type OfSignIn = Extract<FromMcp, { type: (typeof OF_SIGN_INS)[number] }>

export const isOfSignIn = (message: FromMcp): message is OfSignIn =>
  OF_SIGN_INS.some((type) => type === message.type)

/** Tracks running sign-ins of the client process, and gives it the credentials that it asks for. */
export function createClientSignIns(post: (message: ToMcp) => void, credentials: CredentialVault) {
  const running = new Map<number, Running>()
  let count = 0

  const begin = <T>(
    message: (id: number) => ToMcp,
    of: (settle: { resolve: (value: T) => void; reject: (error: Error) => void }) => Running,
    signal: AbortSignal,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      count += 1
      const id = count
      const stop = () => {
        running.delete(id)
        post({ type: 'stop-sign-in', id })
        reject(AppError.cancelled('The sign-in was stopped.'))
      }
      const settled =
        <Value>(settle: (value: Value) => void) =>
        (value: Value): void => {
          running.delete(id)
          signal.removeEventListener('abort', stop)
          settle(value)
        }
      signal.addEventListener('abort', stop, { once: true })
      running.set(id, of({ resolve: settled(resolve), reject: settled(reject) }))
      post(message(id))
    })

  const answer = (
    id: number,
    work: Promise<Extract<ToMcp, { type: 'credentials' }>['credentials']>,
  ): void => {
    work
      .then((found) => post({ type: 'credentials', id, credentials: found, problem: null }))
      .catch((error: unknown) => {
        const problem = error instanceof AppError ? error.message : 'The vault cannot be used.'
        post({ type: 'credentials', id, credentials: null, problem })
      })
  }

  return {
    isIdle: (): boolean => running.size === 0,
    /** Resolves with the issuer. Rejects with `NeedsSignIn` or an `AppError`. */
    signIn: ({ start, need, browse }: SignInRequest, signal: AbortSignal): Promise<string> =>
      begin<string>(
        (id) => ({ type: 'sign-in', id, start, need, browser: browse !== null }),
        ({ resolve, reject }) => ({ signedIn: resolve, signedOut: () => {}, failed: reject, browse }),
        signal,
      ),
    /** Resolves with what went wrong on the way, or null. The tokens are forgotten in any case. */
    signOut: (issuer: string, signal: AbortSignal): Promise<string | null> =>
      begin<string | null>(
        (id) => ({ type: 'sign-out', id, issuer }),
        ({ resolve, reject }) => ({ signedIn: () => {}, signedOut: resolve, failed: reject, browse: null }),
        signal,
      ),
    hear: (message: OfSignIn): void => {
      switch (message.type) {
        case 'browse':
          running.get(message.id)?.browse?.(message.url)
          return
        case 'signed-in':
          running.get(message.id)?.signedIn(message.issuer)
          return
        case 'signed-out':
          running.get(message.id)?.signedOut(message.problem)
          return
        case 'sign-in-failed': {
          const { need, problem } = message
          const error =
            need === null ? AppError.quoting('tool.failed', problem) : new NeedsSignIn(need, problem)
          running.get(message.id)?.failed(error)
          return
        }
        case 'credentials.read':
          answer(message.id, credentials.read(message.issuer))
          return
        case 'credentials.write':
          answer(
            message.id,
            credentials.write(message.credentials).then(() => null),
          )
      }
    },
    /** Fails all sign-ins: the process ended. */
    drop: (problem: string): void => {
      for (const { failed } of [...running.values()]) failed(AppError.quoting('tool.failed', problem))
    },
  }
}
