import type { lookup } from 'node:dns'
import { expect, it } from 'vitest'
import { createGuardedLookup, refuseClosed } from './guarded-lookup.ts'

/** A resolver that answers every name with these addresses. */
const answering = (...addresses: readonly string[]) =>
  ((_host: string, _options: unknown, done: (error: null, found: unknown) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup

const found = (host: string, addresses: readonly string[], allowed: readonly string[] = []) =>
  new Promise<string>((resolve) => {
    const guarded = createGuardedLookup(() => new Set(allowed), answering(...addresses))
    guarded(host, {}, (error, address) => resolve(error === null ? String(address) : error.message))
  })

it('returns the address of a public host', async () => {
  expect(await found('sea.example', ['93.184.216.34'])).toBe('93.184.216.34')
})

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '0.0.0.0',
  '::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '100.64.0.1',
])('refuses a name that leads to %s, unless the person allows it', async (address) => {
  expect(await found('rebound.example', [address])).toContain('private network')
  expect(await found('Rebound.example', [address], ['rebound.example'])).toBe(address)
})

it.each(['169.254.169.254', 'fe80::1', '100.100.100.200'])('never returns %s', async (address) => {
  expect(await found('meta.example', [address], ['meta.example', address])).toContain('never reachable')
})

it('refuses a name of which only one address is private', async () => {
  expect(await found('mixed.example', ['93.184.216.34', '10.0.0.1'])).toContain('private network')
})

it.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]:80/',
  'http://[::ffff:10.0.0.1]/',
  'http://localhost:3000/',
  'http://a.localhost./',
  'http://169.254.169.254/latest/meta-data/',
])('refuses the literal address %s', (address) => {
  expect(() => refuseClosed(new URL(address), new Set())).toThrow(/private network|never reachable/)
})

it('lets through a literal address that the person allows', () => {
  refuseClosed(new URL('http://127.0.0.1:8080/'), new Set(['127.0.0.1']))
  refuseClosed(new URL('http://localhost:8080/'), new Set(['localhost']))
  refuseClosed(new URL('https://sea.example/'), new Set())
})
