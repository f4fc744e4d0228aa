import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { createKeychainChild, type KeychainChildDeps } from './keychain-child.ts'
import type { KeychainReply, KeychainRequest } from './keychain-messages.ts'

export type KeychainCallsDeps = KeychainChildDeps & {
  readonly service: string
  /** Time limit of a call that prompts no person, in milliseconds. */
  readonly limitMs: number
  /** Time limit of a call while the system prompts the person, in milliseconds. */
  readonly patienceMs: number
  /** Called when the system begins or stops asking the person, as far as can be told from here. */
  readonly askingChanged: () => void
}

/** `patient` calls may wait for a person, once the keychain has shown that it is there. */
export type Patience = 'brief' | 'patient'
export type KeychainQuestion = KeychainRequest extends infer R
  ? R extends unknown
    ? Omit<R, 'id' | 'service'>
    : never
  : never
type Outcome = KeychainReply | AppError
type Call = {
  readonly request: KeychainRequest
  readonly patience: Patience
  readonly settle: (outcome: Outcome) => void
  /** Ends with the call, and with it whatever waits for the call's limit. */
  readonly over: AbortController
}

/** The calls to the keychain's process. Close them with their owner. */
export type KeychainCalls = ReturnType<typeof createKeychainCalls>

/** Asks one thing at a time, so that a limit measures the keychain and not our own queue. */
export function createKeychainCalls(deps: KeychainCallsDeps) {
  const line = createLine(deps)
  let lastId = 0
  let closed = false

  const ask = (question: KeychainQuestion, patience: Patience, signal: AbortSignal): Promise<Outcome> =>
    new Promise((resolve) => {
      signal.throwIfAborted()
      if (closed) return resolve(closing())
      lastId += 1
      const request: KeychainRequest = { id: lastId, service: deps.service, ...question }
      const call: Call = { request, patience, settle: resolve, over: new AbortController() }
      // A signal of the call's own: many calls may share the one they are given.
      const own = AbortSignal.any([signal])
      own.addEventListener('abort', () => line.giveUp(call), { once: true, signal: call.over.signal })
      line.join(call)
    })

  const { isPresent, isWaiting, isAsking, failAll } = line
  return {
    ask,
    isPresent,
    isWaiting,
    isAsking,
    /** Gives up everything that waits, and with it the system's question. */
    cancel: () => {
      if (line.isBusy()) failAll(AppError.saying('cancelled', say('vault.stoppedWaiting')))
    },
    close: () => {
      closed = true
      failAll(closing())
    },
  }
}

/** Calls in the order they came. The first one is with the process, the others wait for it. */
function createLine(deps: KeychainCallsDeps) {
  const calls: Call[] = []
  let present = false
  const asking = createAsking(deps.askingChanged)
  const child = createKeychainChild(deps, {
    reply: (reply) => {
      const call = calls[0]
      if (call?.request.id !== reply.id) return
      if (reply.ok) present = true
      leave(call, reply)
    },
    lost: () => {
      deps.logger.warn('The keychain process ended by itself', { waiting: calls.length })
      breakDown(say('vault.childLost'))
    },
  })

  const failAll = (reason: AppError) => {
    child.end()
    for (const call of calls.splice(0)) finish(call, reason)
    asking.set(false)
  }

  const breakDown = (why: Why, cause?: unknown) => {
    present = false
    failAll(unavailable(why, cause))
  }

  const leave = (call: Call, outcome: Outcome) => {
    const at = calls.indexOf(call)
    if (at === -1) return
    calls.splice(at, 1)
    if (at === 0) asking.set(false)
    finish(call, outcome)
    if (at === 0) advance()
  }

  const advance = () => {
    const call = calls[0]
    if (call === undefined) return child.rest()
    try {
      child.send(call.request)
    } catch (error) {
      return breakDown(say('vault.childFailed'), error)
    }
    // It only rejects when the call is over.
    limit(call).catch(() => undefined)
  }

  const limit = async ({ patience, over }: Call) => {
    await deps.clock.after(deps.limitMs, over.signal)
    if (patience === 'brief' || !present) {
      return breakDown(say('vault.silent', { seconds: String(deps.limitMs / 1000) }))
    }
    // It is there and silent: then it is waiting for the person.
    asking.set(true)
    await deps.clock.after(deps.patienceMs - deps.limitMs, over.signal)
    breakDown(say('vault.nobodyAnswered'))
  }

  return {
    join: (call: Call) => {
      calls.push(call)
      if (calls[0] === call) advance()
    },
    giveUp: (call: Call) => {
      // Only the end of its process ends a call, and with it the system's question to the person.
      if (calls[0] === call) child.end()
      leave(call, AppError.cancelled('The keychain was no longer needed.'))
    },
    failAll,
    isBusy: () => calls.length > 0,
    /** True once it has answered, until it fails to. */
    isPresent: () => present,
    /** True while a call waits that may take as long as a person does. */
    isWaiting: () => present && calls.some((call) => call.patience === 'patient'),
    isAsking: asking.is,
  }
}

function finish(call: Call, outcome: Outcome): void {
  call.over.abort()
  call.settle(outcome)
}

function createAsking(changed: () => void) {
  let asking = false
  return {
    is: () => asking,
    set: (now: boolean) => {
      if (asking === now) return
      asking = now
      changed()
    },
  }
}

type Why = ReturnType<typeof say>

/** For a keychain that cannot be used, and why. */
export function unavailable(why: Why, cause?: unknown): AppError {
  return AppError.saying('vault.unavailable', [say('vault.noKeychain'), why], { cause })
}

function closing(): AppError {
  return unavailable(say('vault.closing'))
}
