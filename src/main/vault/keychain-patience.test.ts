import { describe, expect, it } from 'vitest'
import { keychainReply, openFakeKeychain } from '../../../test/support/rigs/keychain-rig.ts'
import { Secret } from '../lib/secret.ts'
import type { KeychainRequest } from './keychain-messages.ts'

const never = new AbortController().signal
const isProbe = ({ verb, name }: KeychainRequest) => verb === 'has' && name === 'orrery-probe'

/** A keychain that answers a probe at once, and everything else when the person has typed the password. */
function lockedKeychain() {
  const held: KeychainRequest[] = []
  let isOpen = false
  const opened = openFakeKeychain((request) => {
    if (isProbe(request)) return keychainReply(request, false)
    if (isOpen) return keychainReply(request, request.verb === 'get' ? 'value' : true)
    held.push(request)
    return undefined
  })
  const unlock = () => {
    isOpen = true
    for (const request of held.splice(0)) {
      opened.spawned.at(-1)?.reply(keychainReply(request, request.verb === 'get' ? 'value' : true))
    }
  }
  return { ...opened, unlock }
}

/** Resolves when all pending promises have run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a keychain that asks the person', () => {
  it('waits past the limit for a password that is being typed, and tells that the system asks', async () => {
    const { store, clock, spawned, changes, unlock } = lockedKeychain()
    await store.patient.probe(never)
    const call = store.patient.get('a', never)
    await settled()
    clock.pass(3_000)
    await settled()
    expect({ asking: store.patient.isAsking(), kills: spawned[0]?.kills(), changes }).toEqual({
      asking: true,
      kills: 0,
      changes: [true],
    })
    unlock()
    expect((await call)?.reveal()).toBe('value')
    expect({ asking: store.patient.isAsking(), spawned: spawned.length, changes }).toEqual({
      asking: false,
      spawned: 1,
      changes: [true, false],
    })
  })

  it('looks for a keychain first, and has no patience when there is none', async () => {
    const { store, clock, spawned, changes } = openFakeKeychain(() => undefined)
    const call = store.patient.set('a', new Secret('value'), never)
    await settled()
    clock.pass(3_000)
    await expect(call).rejects.toMatchObject({
      code: 'vault.unavailable',
      message: expect.stringContaining('did not answer within 3 s'),
    })
    expect(spawned.flatMap((fake) => fake.asked.map((request) => request.name))).toEqual(['orrery-probe'])
    expect(changes).toEqual([])
  })

  it('gives up after two minutes and looks again before it is patient the next time', async () => {
    const { store, clock, spawned, changes } = lockedKeychain()
    const call = store.patient.get('a', never)
    await settled()
    clock.pass(3_000)
    await settled()
    clock.pass(117_000)
    await expect(call).rejects.toMatchObject({
      code: 'vault.unavailable',
      message: expect.stringContaining('got no answer'),
    })
    expect({ kills: spawned[0]?.kills(), changes }).toEqual({ kills: 1, changes: [true, false] })
    const again = store.patient.get('a', never).catch(() => 'failed')
    await settled()
    expect(spawned[1]?.asked.map((request) => request.name)).toEqual(['orrery-probe', 'a'])
    store.close()
    expect(await again).toBe('failed')
  })

  it('is not asked whether it is there while a person answers it', async () => {
    const { store, clock, spawned, unlock } = lockedKeychain()
    const call = store.patient.get('a', never)
    await settled()
    await store.patient.probe(never)
    clock.pass(3_000)
    await settled()
    await store.patient.probe(never)
    expect(spawned[0]?.asked.map((request) => request.name)).toEqual(['orrery-probe', 'a'])
    unlock()
    await call
  })

  it('is given one question at a time, and the limit of a call begins with its turn', async () => {
    const { store, clock, spawned, unlock } = lockedKeychain()
    await store.patient.probe(never)
    const first = store.patient.get('a', never)
    const second = store.get('b', never)
    await settled()
    clock.pass(3_000)
    await settled()
    expect(spawned[0]?.asked.map((request) => request.name)).toEqual(['orrery-probe', 'a'])
    expect(clock.pending().toSorted()).toEqual([117_000, 5_000])
    unlock()
    expect([(await first)?.reveal(), (await second)?.reveal()]).toEqual(['value', 'value'])
  })

  it('stops asking when the person gives up, and every call that waits is cancelled', async () => {
    const { store, clock, spawned, changes, unlock } = lockedKeychain()
    const calls = Promise.allSettled([
      store.patient.get('a', never),
      store.patient.has('b', never),
      store.patient.set('c', new Secret('value'), never),
    ])
    await settled()
    clock.pass(3_000)
    await settled()
    store.patient.cancel()
    const cancelled = { status: 'rejected', reason: { code: 'cancelled' } }
    expect(await calls).toMatchObject([cancelled, cancelled, cancelled])
    expect({ kills: spawned[0]?.kills(), changes }).toEqual({ kills: 1, changes: [true, false] })
    unlock()
    expect((await store.patient.get('a', never))?.reveal()).toBe('value')
  })

  it('stops asking when the one who needed it is stopped, and the others go on', async () => {
    const { store, clock, spawned, unlock } = lockedKeychain()
    await store.patient.probe(never)
    const stopping = new AbortController()
    const stopped = store.patient.get('a', stopping.signal)
    const other = store.patient.get('b', never)
    await settled()
    clock.pass(3_000)
    await settled()
    stopping.abort()
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
    expect(spawned.map((fake) => fake.kills())).toEqual([1, 0])
    unlock()
    expect((await other)?.reveal()).toBe('value')
  })

  it('takes a call out of the line that is stopped before its turn', async () => {
    const { store, spawned, unlock } = lockedKeychain()
    await store.patient.probe(never)
    const stopping = new AbortController()
    const first = store.patient.get('a', never)
    const second = store.patient.get('b', stopping.signal)
    stopping.abort()
    await expect(second).rejects.toMatchObject({ code: 'cancelled' })
    unlock()
    expect((await first)?.reveal()).toBe('value')
    expect(spawned.map((fake) => fake.asked.map((request) => request.name))).toEqual([['orrery-probe', 'a']])
  })

  it('adds nothing to a signal that many calls share', async () => {
    const { store } = openFakeKeychain((request) => keychainReply(request, true))
    const warnings: string[] = []
    const note = (warning: Error) => void warnings.push(warning.name)
    process.on('warning', note)
    const shared = new AbortController()
    await Promise.all(Array.from({ length: 30 }, (_, index) => store.has(`a${index}`, shared.signal)))
    await settled()
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})
