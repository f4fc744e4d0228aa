import { describe, expect, it } from 'vitest'
import {
  handClock,
  keychainReply as ok,
  openFakeKeychain as open,
} from '../../../test/support/rigs/keychain-rig.ts'
import { silentLogger } from '../lib/logger.ts'
import { Secret } from '../lib/secret.ts'
import { createKeychainStore } from './keychain-store.ts'

const never = new AbortController().signal

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
    const { store, spawned, clock, warnings } = open(() => undefined)
    const call = store.get('a', never)
    spawned[0]?.exit()
    await expect(call).rejects.toMatchObject({ code: 'vault.unavailable' })
    expect({ pending: clock.pending(), warnings }).toEqual({
      pending: [],
      warnings: ['The keychain process ended by itself'],
    })
  })

  it('says nothing of a process that it has ended itself', async () => {
    const { store, spawned, clock, warnings } = open((request) => ok(request, null))
    await store.get('a', never)
    clock.pass(5_000)
    await Promise.resolve()
    spawned[0]?.exit()
    await store.get('a', never)
    store.close()
    spawned[1]?.exit()
    expect(warnings).toEqual([])
  })

  it('fails with a sentence when the process cannot be started', async () => {
    const clock = handClock()
    const spawn = () => {
      throw new Error('EAGAIN')
    }
    const limits = { limitMs: 1, patienceMs: 1, idleMs: 1, askingChanged: () => {} }
    const deps = { service: 's', spawn, clock, logger: silentLogger, ...limits }
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

  it('keeps one idle timer however many calls there were', async () => {
    const { store, clock } = open((request) => ok(request, null))
    for (let index = 0; index < 20; index += 1) await store.get('a', never)
    await Promise.all(Array.from({ length: 20 }, (_, index) => store.has(`b${index}`, never)))
    expect(clock.pending()).toEqual([5_000])
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
