import type { Clock } from '../../../src/main/lib/clock.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { type KeychainReply, KeychainRequest } from '../../../src/main/vault/keychain-messages.ts'
import { createKeychainStore, type KeychainStore } from '../../../src/main/vault/keychain-store.ts'

type Answer = (request: KeychainRequest) => unknown

/** A process that answers as told; `undefined` is silence. */
function fakeProcess(answer: Answer) {
  const listeners = new Set<(message: unknown) => void>()
  const exits = new Set<() => void>()
  const asked: KeychainRequest[] = []
  let killed = 0
  return {
    asked,
    kills: () => killed,
    /** Says something later, or out of turn. */
    reply: (message: unknown) => {
      for (const listener of [...listeners]) listener(message)
    },
    exit: () => {
      for (const listener of exits) listener()
    },
    process: {
      post: (message: unknown) => {
        const request = KeychainRequest.parse(message)
        asked.push(request)
        const reply = answer(request)
        if (reply !== undefined) queueMicrotask(() => listeners.forEach((listener) => void listener(reply)))
      },
      onMessage: (listener: (message: unknown) => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      onExit: (listener: () => void) => {
        exits.add(listener)
        return () => void exits.delete(listener)
      },
      kill: () => {
        killed += 1
      },
    },
  }
}

/** Time that passes when the test says so. */
export function handClock() {
  const waits: { ms: number; pass: () => void }[] = []
  const after: Clock['after'] = (ms, signal) =>
    new Promise((resolve, reject) => {
      const wait = { ms, pass: resolve }
      waits.push(wait)
      const stop = () => {
        waits.splice(waits.indexOf(wait), 1)
        reject(signal.reason)
      }
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    })
  return {
    after,
    pending: () => waits.map((wait) => wait.ms),
    pass: (ms: number) => {
      const index = waits.findIndex((wait) => wait.ms === ms)
      const [wait] = waits.splice(index, 1)
      if (index < 0 || wait === undefined) throw new Error(`Nothing waits for ${ms} ms.`)
      wait.pass()
    },
  }
}

/** The reply of a keychain that has an answer. */
export const keychainReply = (request: KeychainRequest, value: string | boolean | null): KeychainReply => ({
  id: request.id,
  ok: true,
  value,
})

/** The store over a process that answers as told, with limits of 3 s, 2 min for the person, and 5 s of rest. */
export function openFakeKeychain(answer: Answer) {
  const clock = handClock()
  const spawned: ReturnType<typeof fakeProcess>[] = []
  const changes: boolean[] = []
  const warnings: string[] = []
  const store: KeychainStore = createKeychainStore({
    service: 'orrery',
    spawn: () => {
      const fake = fakeProcess(answer)
      spawned.push(fake)
      return fake.process
    },
    clock,
    logger: { ...silentLogger, warn: (message) => void warnings.push(message) },
    limitMs: 3_000,
    patienceMs: 120_000,
    idleMs: 5_000,
    askingChanged: () => changes.push(store.patient.isAsking()),
  })
  return { store, clock, spawned, changes, warnings }
}
