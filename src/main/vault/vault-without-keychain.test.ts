import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { say, tell } from '#shared/sentences.ts'
import { fakeKeychain, openTestVault } from '../../../test/support/rigs/vault-rig.ts'
import { Secret } from '../lib/secret.ts'

const never = new AbortController().signal
const passphrase = new Secret('a long passphrase')

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-vault-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (keychain = fakeKeychain(), db = new BetterSqlite3(':memory:')) =>
  openTestVault(folder, keychain, db)

describe('a vault over a keychain that does not work', () => {
  it('is taken to work until the first probe says otherwise, and tells when that changes', async () => {
    const keychain = fakeKeychain()
    keychain.breakDown()
    const { vault, changes } = await open(keychain)
    expect(vault.status().backend).toBe('keychain')
    expect(await vault.probe(never)).toEqual({
      backend: 'none',
      keychainName: 'Test Keyring',
      problem: tell(say('vault.noKeychain')),
    })
    expect(changes()).toBe(1)
    await vault.probe(never)
    expect(changes()).toBe(1)
  })

  it('offers the encrypted file when a value cannot be kept, and keeps no row for it', async () => {
    const keychain = fakeKeychain()
    keychain.breakDown()
    const { vault } = await open(keychain)
    await expect(vault.set('a', new Secret('value'), never)).rejects.toMatchObject({
      code: 'vault.unavailable',
      message: expect.stringContaining('file encrypted with a passphrase'),
    })
    expect(vault.status().backend).toBe('none')
    expect(await vault.list(never)).toEqual([])
  })

  it('goes on offering the file over a keychain that answers questions and takes no values', async () => {
    const keychain = fakeKeychain()
    keychain.failing.add('set')
    const { vault } = await open(keychain)
    await expect(vault.set('a', new Secret('value'), never)).rejects.toMatchObject({
      code: 'vault.unavailable',
    })
    expect((await vault.probe(never)).backend).toBe('none')
    keychain.failing.clear()
    await vault.set('a', new Secret('value'), never)
    expect((await vault.probe(never)).backend).toBe('keychain')
  })

  it('recovers by itself when the keychain works again', async () => {
    const keychain = fakeKeychain()
    keychain.breakDown()
    const { vault } = await open(keychain)
    await vault.probe(never)
    keychain.failing.clear()
    await vault.set('a', new Secret('value'), never)
    expect(vault.status().backend).toBe('keychain')
  })

  it('keeps values in the encrypted file once the person gave a passphrase', async () => {
    const keychain = fakeKeychain()
    keychain.breakDown()
    const { vault } = await open(keychain)
    await vault.probe(never)
    await vault.openWithPassphrase(passphrase, never)
    await vault.set('a', new Secret('marker-value-0123456789'), never)
    expect(vault.status()).toEqual({ backend: 'file', keychainName: 'Test Keyring', problem: null })
    expect((await vault.read('a', { by: 'x', purpose: 'call' }, never)).reveal()).toBe(
      'marker-value-0123456789',
    )
    expect(await vault.list(never)).toMatchObject([{ name: 'a', present: true }])
    await vault.rename('a', 'b', never)
    expect((await vault.read('b', { by: 'x', purpose: 'call' }, never)).reveal()).toBe(
      'marker-value-0123456789',
    )
    await vault.delete('b', never)
    expect(await vault.list(never)).toEqual([])
    expect(keychain.values.size).toBe(0)
  })

  it('waits for the passphrase after it was locked', async () => {
    const { vault } = await open()
    await vault.openWithPassphrase(passphrase, never)
    await vault.set('a', new Secret('value'), never)
    await vault.lock()
    expect(vault.status().backend).toBe('locked')
    for (const call of [
      vault.read('a', { by: 'x', purpose: 'call' }, never),
      vault.set('b', new Secret('value'), never),
      vault.delete('a', never),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'vault.locked' })
    }
    expect(await vault.list(never)).toMatchObject([{ name: 'a', present: false }])
    await expect(vault.openWithPassphrase(new Secret('another one'), never)).rejects.toMatchObject({
      code: 'vault.wrong_passphrase',
    })
    await vault.openWithPassphrase(passphrase, never)
    expect((await vault.read('a', { by: 'x', purpose: 'call' }, never)).reveal()).toBe('value')
  })

  it('still finds what is in the keychain beside the file, and deletes it from both', async () => {
    const { vault, keychain } = await open()
    await vault.set('before', new Secret('in the keychain'), never)
    await vault.openWithPassphrase(passphrase, never)
    expect((await vault.read('before', { by: 'x', purpose: 'call' }, never)).reveal()).toBe('in the keychain')
    await vault.set('before', new Secret('in the file'), never)
    expect((await vault.read('before', { by: 'x', purpose: 'call' }, never)).reveal()).toBe('in the file')
    await vault.delete('before', never)
    expect(keychain.values.size).toBe(0)
    await expect(vault.read('before', { by: 'x', purpose: 'call' }, never)).rejects.toMatchObject({
      code: 'vault.not_found',
    })
  })

  it('does not claim to have deleted what it cannot reach', async () => {
    const { vault, keychain } = await open()
    await vault.set('before', new Secret('in the keychain'), never)
    await vault.openWithPassphrase(passphrase, never)
    keychain.breakDown()
    await vault.probe(never)
    await expect(vault.delete('before', never)).rejects.toMatchObject({ code: 'vault.unavailable' })
    expect(await vault.list(never)).toMatchObject([{ name: 'before', present: false }])
  })
})
