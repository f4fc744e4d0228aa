import { describe, expect, it } from 'vitest'
import type { Clock } from '../lib/clock.ts'
import { silentLogger } from '../lib/logger.ts'
import { Secret } from '../lib/secret.ts'
import { type KeychainReply, KeychainRequest } from './keychain-messages.ts'
import { createKeychainStore } from './keychain-store.ts'

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
function handClock() {
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

const never = new AbortController().signal
const ok = (request: KeychainRequest, value: string | boolean | null): KeychainReply => ({
  id: request.id,
  ok: true,
  value,
})

function open(answer: Answer) {
  const clock = handClock()
  const spawned: ReturnType<typeof fakeProcess>[] = []
  const store = createKeychainStore({
    service: 'orrery',
    spawn: () => {
      const fake = fakeProcess(answer)
      spawned.push(fake)
      return fake.process
    },
    clock,
    logger: silentLogger,
    limitMs: 3_000,
    idleMs: 5_000,
  })
  return { store, clock, spawned }
}

describe('createKeychainStore', () => {
  it('starts no process until it is asked, and asks with its service name', async () => {
    const { store, spawned } = open((request) => ok(request, request.verb === 'get' ? 'value' : true))
    expect(spawned).toHaveLength(0)
    expect((await store.get('a', never))?.reveal()).toBe('value')
    expect(await store.has('a', never)).toBe(true)
    await store.set('a', new Secret('new'), never)
    await store.delete('a', never)
    expect(spawned).toHaveLength(1)
    expect(spawned[0]?.asked).toEqual([
      { id: 1, verb: 'get', service: 'orrery', name: 'a' },
      { id: 2, verb: 'has', service: 'orrery', name: 'a' },
      { id: 3, verb: 'set', service: 'orrery', name: 'a', value: 'new' },
      { id: 4, verb: 'delete', service: 'orrery', name: 'a' },
    ])
  })

  it('kills a process that does not answer in time, fails every call that waits, and starts another', async () => {
    let silent = true
    const { store, clock, spawned } = open((request) => (silent ? undefined : ok(request, 'value')))
    const both = Promise.allSettled([store.get('a', never), store.get('b', never)])
    clock.pass(3_000)
    const message = 'The system keychain cannot be used. It did not answer within 3 s.'
    expect(await both).toMatchObject([
      { status: 'rejected', reason: { code: 'vault.unavailable', message } },
      { status: 'rejected', reason: { code: 'vault.unavailable', message } },
    ])
    expect(spawned[0]?.kills()).toBeGreaterThan(0)
    expect(clock.pending()).toEqual([])
    silent = false
    expect((await store.get('a', never))?.reveal()).toBe('value')
    expect(spawned).toHaveLength(2)
  })

  it.each([
    ['library', /library it is reached through/],
    ['keychain', /It answered: no such collection\.$/],
  ])('turns a refusal of the %s into a sentence', async (reason, sentence) => {
    const { store } = open(({ id }) => ({ id, ok: false, reason, message: 'no such collection\nstack' }))
    await expect(store.get('a', never)).rejects.toMatchObject({
      code: 'vault.unavailable',
      message: expect.stringMatching(sentence),
    })
  })

  it('fails at once when the process ends by itself', async () => {
    const { store, spawned, clock } = open(() => undefined)
    const call = store.get('a', never)
    spawned[0]?.exit()
    await expect(call).rejects.toMatchObject({ code: 'vault.unavailable' })
    expect(clock.pending()).toEqual([])
  })

  it('fails with a sentence when the process cannot be started', async () => {
    const clock = handClock()
    const spawn = () => {
      throw new Error('EAGAIN')
    }
    const deps = { service: 's', spawn, clock, logger: silentLogger, limitMs: 1, idleMs: 1 }
    await expect(createKeychainStore(deps).get('a', never)).rejects.toMatchObject({
      code: 'vault.unavailable',
    })
  })

  it('ignores what is not a reply', async () => {
    const { store, clock } = open(() => ({ id: 1, ok: 'yes', value: {} }))
    const call = store.get('a', never)
    await Promise.resolve()
    clock.pass(3_000)
    await expect(call).rejects.toMatchObject({ code: 'vault.unavailable' })
  })

  it('stops waiting when the signal says so', async () => {
    const { store } = open(() => undefined)
    const controller = new AbortController()
    const call = store.get('a', controller.signal)
    controller.abort()
    await expect(call).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('ends the process after a while without calls, and not while one waits', async () => {
    const { store, clock, spawned } = open((request) =>
      request.name === 'hangs' ? undefined : ok(request, null),
    )
    await store.get('a', never)
    expect(clock.pending()).toEqual([5_000])
    const call = store.get('hangs', never).catch(() => 'failed')
    clock.pass(5_000)
    await Promise.resolve()
    expect(spawned[0]?.kills()).toBe(0)
    clock.pass(3_000)
    expect(await call).toBe('failed')
    await store.get('a', never)
    clock.pass(5_000)
    await Promise.resolve()
    expect(spawned.map((fake) => fake.kills() > 0)).toEqual([true, true])
    await store.get('a', never)
    expect(spawned).toHaveLength(3)
  })

  it('is closed with its owner: calls that wait fail and none starts a process again', async () => {
    const { store, spawned } = open(() => undefined)
    const call = store.get('a', never)
    store.close()
    await expect(call).rejects.toMatchObject({ code: 'vault.unavailable' })
    await expect(store.get('a', never)).rejects.toMatchObject({ code: 'vault.unavailable' })
    expect(spawned).toHaveLength(1)
  })
})
