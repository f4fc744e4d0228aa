import type { FromMcp, IssuerCredentials, SignInNeed, ToMcp } from '../messages.ts'
import { type CredentialStore, createCredentials } from './auth/credentials.ts'
import { type SignInDeps, signIn } from './auth/sign-in.ts'
import { SignInNeeded } from './auth/sign-in-needed.ts'
import { signOut } from './auth/sign-out.ts'
import { readableError } from './readable-error.ts'

type Deps = Pick<SignInDeps, 'request' | 'limitMs' | 'answerMs'> & {
  readonly post: (message: FromMcp) => void
}

type Served = Extract<ToMcp, { type: 'sign-in' | 'sign-out' | 'stop-sign-in' | 'credentials' }>

/** Signs in and out for main, which keeps the credentials in the vault and opens the browser. */
export function createSignIns({ post, request, limitMs, answerMs }: Deps) {
  const { store, reply } = createStore(post)
  const credentials = createCredentials(store)
  const running = new Map<number, AbortController>()

  const run = async (id: number, work: (signal: AbortSignal) => Promise<FromMcp>): Promise<void> => {
    const controller = new AbortController()
    running.set(id, controller)
    try {
      post(await work(controller.signal))
    } catch (error) {
      const need: SignInNeed | null = error instanceof SignInNeeded ? error.need : null
      post({ type: 'sign-in-failed', id, problem: credentials.hide(readableError(error)), need })
    } finally {
      running.delete(id)
    }
  }
  const begin = ({ id, start, need, browser }: Extract<ToMcp, { type: 'sign-in' }>): Promise<void> =>
    run(id, async (signal) => {
      if (start.oauth === null) throw new Error('The headers of this server hold its credentials.')
      const issuer = await signIn(
        { url: start.url, settings: start.oauth, need, browser },
        { credentials, request, limitMs, answerMs, browse: (url) => post({ type: 'browse', id, url }) },
        signal,
      )
      return { type: 'signed-in', id, issuer }
    })
  const end = ({ id, issuer }: Extract<ToMcp, { type: 'sign-out' }>): Promise<void> =>
    run(id, async (signal) => {
      let problem: string | null = null
      await signOut(issuer, { credentials, request, problem: (text) => (problem = text) }, signal)
      return { type: 'signed-out', id, problem }
    })
  return {
    credentials,
    hear: (message: Served): void => {
      if (message.type === 'sign-in') void begin(message)
      else if (message.type === 'sign-out') void end(message)
      else if (message.type === 'stop-sign-in')
        running.get(message.id)?.abort(new Error('The sign-in was stopped.'))
      else reply(message)
    },
  }
}

/** Reaches the vault through main. */
function createStore(post: (message: FromMcp) => void) {
  const waiting = new Map<number, (message: Reply) => void>()
  let count = 0
  const ask = (of: (id: number) => FromMcp): Promise<IssuerCredentials | null> =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, ({ credentials, problem }) => {
        if (problem === null) resolve(credentials)
        else reject(new Error(problem))
      })
      post(of(count))
    })
  const store: CredentialStore = {
    read: (issuer) => ask((id) => ({ type: 'credentials.read', id, issuer })),
    write: async (credentials) => {
      await ask((id) => ({ type: 'credentials.write', id, credentials }))
    },
  }
  return {
    store,
    reply: (message: Reply): void => {
      waiting.get(message.id)?.(message)
      waiting.delete(message.id)
    },
  }
}

type Reply = Extract<ToMcp, { type: 'credentials' }>
