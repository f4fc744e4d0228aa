import { AppError } from '#shared/errors.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { Secret } from '../lib/secret.ts'
import { KeychainReply, type KeychainRequest } from './keychain-messages.ts'
import type { SecretStore } from './secret-store.ts'

/** The other process, as seen from here. */
export type KeychainProcess = {
  readonly post: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => () => void
  readonly onExit: (listener: () => void) => () => void
  readonly kill: () => void
}

type Deps = {
  readonly service: string
  readonly spawn: () => KeychainProcess
  readonly clock: Pick<Clock, 'after'>
  readonly logger: Logger
  /** How long one call may take. */
  readonly limitMs: number
  /** After this long without a call the process is ended; the next call starts it again. */
  readonly idleMs: number
}

/** The system's keychain. Close it with its owner. */
export type KeychainStore = SecretStore & { readonly close: () => void }

type Live = {
  readonly process: KeychainProcess
  readonly waiting: Map<number, (reply: KeychainReply | AppError) => void>
  readonly ended: AbortController
}
type Ask = KeychainRequest extends infer R ? (R extends unknown ? Omit<R, 'id' | 'service'> : never) : never

/**
 * Talks to the keychain in a process of its own: some systems let a call wait for ever, and only ending the
 * process ends such a call.
 */
export function createKeychainStore(deps: Deps): KeychainStore {
  const { ask, close } = createAsker(deps)
  return {
    get: async (name, signal) => {
      const value = await ask({ verb: 'get', name }, signal)
      return typeof value === 'string' ? new Secret(value) : null
    },
    has: async (name, signal) => (await ask({ verb: 'has', name }, signal)) === true,
    set: async (name, value, signal) => {
      await ask({ verb: 'set', name, value: value.reveal() }, signal)
    },
    delete: async (name, signal) => {
      await ask({ verb: 'delete', name }, signal)
    },
    close,
  }
}

/** Starts the process when there is something to ask, and ends it when it hangs, idles or its owner closes. */
function createAsker(deps: Deps) {
  let live: Live | null = null
  let lastId = 0
  let closed = false

  const end = (which: Live, reason: AppError) => {
    if (live === which) live = null
    which.ended.abort()
    which.process.kill()
    for (const settle of [...which.waiting.values()]) settle(reason)
    which.waiting.clear()
  }

  const spawn = (): KeychainProcess => {
    try {
      return deps.spawn()
    } catch (error) {
      throw unavailable('The process that reads it could not be started.', error)
    }
  }

  const start = (): Live => {
    const started: Live = { process: spawn(), waiting: new Map(), ended: new AbortController() }
    started.process.onMessage((message) => {
      const reply = KeychainReply.safeParse(message)
      if (reply.success) started.waiting.get(reply.data.id)?.(reply.data)
      else deps.logger.warn('The keychain process sent something that is not a reply')
    })
    started.process.onExit(() => end(started, unavailable('The process that reads it ended unexpectedly.')))
    return started
  }

  const endWhenIdle = (which: Live) => {
    if (which.waiting.size > 0 || which.ended.signal.aborted) return
    const before = lastId
    deps.clock.after(deps.idleMs, which.ended.signal).then(
      () => {
        if (lastId === before) end(which, unavailable('It was idle.'))
      },
      // Ended for another reason before the time was up.
      () => {},
    )
  }

  const ask = async (question: Ask, signal: AbortSignal): Promise<string | boolean | null> => {
    signal.throwIfAborted()
    if (closed) throw unavailable('Orrery is closing.')
    live ??= start()
    const used = live
    lastId += 1
    const id = lastId
    const { promise, settle } = waitFor(used, id)
    const overdue = new AbortController()
    const timer = deps.clock.after(deps.limitMs, AbortSignal.any([overdue.signal, signal])).then(
      () => end(used, unavailable(`It did not answer within ${deps.limitMs / 1000} s.`)),
      () => {
        if (signal.aborted) settle(new AppError('cancelled', 'The keychain was no longer needed.'))
      },
    )
    try {
      used.process.post({ id, service: deps.service, ...question })
      return answerOf(await promise)
    } finally {
      used.waiting.delete(id)
      overdue.abort()
      await timer
      endWhenIdle(used)
    }
  }

  return {
    ask,
    close: () => {
      closed = true
      if (live !== null) end(live, unavailable('Orrery is closing.'))
    },
  }
}

function waitFor(live: Live, id: number) {
  let settle: (reply: KeychainReply | AppError) => void = () => {}
  const promise = new Promise<KeychainReply | AppError>((resolve) => {
    settle = resolve
  })
  live.waiting.set(id, settle)
  return { promise, settle }
}

function answerOf(reply: KeychainReply | AppError): string | boolean | null {
  if (reply instanceof AppError) throw reply
  if (reply.ok) return reply.value
  if (reply.reason === 'library') {
    throw unavailable(
      process.platform === 'linux'
        ? 'The library it is reached through is missing; install the package libsecret-1-0.'
        : 'The library it is reached through could not be loaded.',
      reply.message,
    )
  }
  throw unavailable(`It answered: ${firstLine(reply.message)}`, reply.message)
}

function unavailable(why: string, cause?: unknown): AppError {
  return new AppError('vault.unavailable', `The system keychain cannot be used. ${why}`, { cause })
}

function firstLine(text: string): string {
  const line = (text.split('\n', 1)[0] ?? '').trimEnd()
  if (line.length > 200) return `${line.slice(0, 200)}…`
  return /[.!?]$/.test(line) ? line : `${line}.`
}
