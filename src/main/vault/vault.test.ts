import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { silentLogger } from '../lib/logger.ts'
import { createRedactor } from '../lib/redact.ts'
import { Secret } from '../lib/secret.ts'
import { createEncryptedFileStore } from './encrypted-file-store.ts'
import { createSecretRows } from './rows.ts'
import type { SecretStore } from './secret-store.ts'
import { createVault } from './vault.ts'

const MIGRATION = resolve(import.meta.dirname, '../database/migrations/0002-vault-projects.sql')
const never = new AbortController().signal
const passphrase = new Secret('a long passphrase')

type Verb = keyof SecretStore
/** A keychain in memory that fails at the verbs it is told to. */
function fakeKeychain() {
  const values = new Map<string, string>()
  const failing = new Set<Verb>()
  const calls: Verb[] = []
  const enter = (verb: Verb) => {
    calls.push(verb)
    if (failing.has(verb)) throw new AppError('vault.unavailable', 'The system keychain cannot be used.')
  }
  const store: SecretStore = {
    get: async (name) => {
      enter('get')
      const value = values.get(name)
      return value === undefined ? null : new Secret(value)
    },
    has: async (name) => {
      enter('has')
      return values.has(name)
    },
    set: async (name, value) => {
      enter('set')
      values.set(name, value.reveal())
    },
    delete: async (name) => {
      enter('delete')
      values.delete(name)
    },
  }
  const breakDown = () => (['get', 'has', 'set', 'delete'] as const).forEach((verb) => void failing.add(verb))
  return { store, values, failing, calls, breakDown }
}

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-vault-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function open(keychain = fakeKeychain(), db = new BetterSqlite3(':memory:')) {
  db.pragma('foreign_keys = ON')
  db.exec(await readFile(MIGRATION, 'utf8'))
  let now = 1_000
  let changes = 0
  const redactor = createRedactor()
  const rows = createSecretRows(db)
  const file = createEncryptedFileStore({ file: join(folder, 'vault.enc.json'), cost: 2 ** 14 })
  const vault = createVault({
    rows,
    keychain: keychain.store,
    keychainName: 'Test Keyring',
    file,
    clock: { now: () => now++ },
    logger: silentLogger,
    redactor,
    changed: () => {
      changes += 1
    },
  })
  return { vault, rows, keychain, redactor, db, file, changes: () => changes }
}

describe('a vault over a keychain that works', () => {
  it('keeps values in the keychain and only names, masks and times in the database', async () => {
    const { vault, keychain, db, changes } = await open()
    await vault.set('openai', new Secret('marker-value-0123456789'), never)
    expect(keychain.values.get('openai')).toBe('marker-value-0123456789')
    expect(await vault.list(never)).toEqual([
      {
        name: 'openai',
        mask: 'mark...9 (23 chars)',
        usedBy: [],
        createdAt: 1_000,
        updatedAt: 1_000,
        lastUsedAt: null,
        present: true,
      },
    ])
    expect(db.serialize().includes('marker-value')).toBe(false)
    expect(vault.status()).toEqual({ backend: 'keychain', keychainName: 'Test Keyring', problem: null })
    expect(changes()).toBe(1)
  })

  it('notes who read a value and when, and not when the person looked at it', async () => {
    const { vault } = await open()
    await vault.set('openai', new Secret('value of a key'), never)
    expect((await vault.reveal('openai', never)).reveal()).toBe('value of a key')
    expect((await vault.list(never))[0]).toMatchObject({ usedBy: [], lastUsedAt: null })
    expect((await vault.read('openai', 'lab/model-b', never)).reveal()).toBe('value of a key')
    await vault.read('openai', 'lab/model-a', never)
    await vault.read('openai', 'lab/model-a', never)
    expect((await vault.list(never))[0]).toMatchObject({
      usedBy: ['lab/model-a', 'lab/model-b'],
      lastUsedAt: 1_003,
    })
  })

  it('keeps the day a secret was made when its value changes', async () => {
    const { vault } = await open()
    await vault.set('a', new Secret('first'), never)
    await vault.set('a', new Secret('second value, longer'), never)
    expect(await vault.list(never)).toMatchObject([
      { createdAt: 1_000, updatedAt: 1_001, mask: 'seco...r (20 chars)' },
    ])
  })

  it('tells the redactor every value before anybody has it', async () => {
    const { vault, keychain, redactor } = await open()
    keychain.values.set('old', 'value-from-before')
    await vault.set('new', new Secret('value-just-set'), never)
    await vault.read('old', 'x', never)
    expect(redactor.text('value-from-before value-just-set')).toBe('[secret] [secret]')
  })

  it('takes a value into the list that the keychain holds and the database has forgotten', async () => {
    const { vault, keychain } = await open()
    keychain.values.set('old', 'value-from-before')
    await vault.read('old', 'lab/model', never)
    expect(await vault.list(never)).toMatchObject([{ name: 'old', usedBy: ['lab/model'], present: true }])
  })

  it.each(['', '../up', 'a/b', 'a\\b', 'C:key', 'a..b', '.hidden', 'a b', 'ä', 'x'.repeat(121)])(
    'refuses the name %j',
    async (name) => {
      const { vault, keychain } = await open()
      await vault.set('good', new Secret('value'), never)
      const refused = { code: 'vault.name_invalid' }
      await expect(vault.set(name, new Secret('value'), never)).rejects.toMatchObject(refused)
      await expect(vault.rename('good', name, never)).rejects.toMatchObject(refused)
      expect([...keychain.values.keys()]).toEqual(['good'])
    },
  )

  it('says what to do about a name it does not know and a value that is gone', async () => {
    const { vault, keychain } = await open()
    await expect(vault.read('x', 'y', never)).rejects.toMatchObject({
      code: 'vault.not_found',
      message: 'There is no secret named “x”. Add it in the vault.',
    })
    await vault.set('x', new Secret('value'), never)
    keychain.values.clear()
    await expect(vault.read('x', 'y', never)).rejects.toMatchObject({
      code: 'vault.not_found',
      message: expect.stringContaining('If the keychain is locked, unlock it'),
    })
    expect(await vault.list(never)).toMatchObject([{ name: 'x', present: false, usedBy: [] }])
    await expect(vault.delete('nope', never)).rejects.toMatchObject({ code: 'vault.not_found' })
  })

  it('renames with everything it knows, and refuses a name that is taken', async () => {
    const { vault, keychain } = await open()
    await vault.set('old', new Secret('value'), never)
    await vault.read('old', 'lab/model', never)
    await vault.set('taken', new Secret('other'), never)
    await expect(vault.rename('old', 'taken', never)).rejects.toMatchObject({ code: 'vault.name_invalid' })
    await vault.rename('old', 'new', never)
    await vault.rename('new', 'new', never)
    expect(Object.fromEntries(keychain.values)).toEqual({ new: 'value', taken: 'other' })
    expect(await vault.list(never)).toMatchObject([
      { name: 'new', usedBy: ['lab/model'], createdAt: 1_000, lastUsedAt: 1_001, present: true },
      { name: 'taken' },
    ])
  })

  it.each(['get', 'set', 'delete'] as const)(
    'never loses a value when %s fails while renaming',
    async (verb) => {
      const { vault, keychain } = await open()
      await vault.set('old', new Secret('value'), never)
      keychain.failing.add(verb)
      await expect(vault.rename('old', 'new', never)).rejects.toMatchObject({ code: 'vault.unavailable' })
      keychain.failing.clear()
      await vault.probe(never)
      const listed = await vault.list(never)
      expect(listed.map(({ name, present }) => ({ name, present }))).toEqual(
        verb === 'delete'
          ? [
              { name: 'new', present: true },
              { name: 'old', present: true },
            ]
          : [{ name: 'old', present: true }],
      )
      for (const { name } of listed) expect((await vault.reveal(name, never)).reveal()).toBe('value')
    },
  )

  it('does one change at a time', async () => {
    const { vault } = await open()
    await vault.set('a', new Secret('value'), never)
    await Promise.all([
      vault.rename('a', 'b', never),
      vault.rename('b', 'c', never),
      vault.delete('c', never),
    ])
    expect(await vault.list(never)).toEqual([])
  })
})

describe('a vault over a keychain that does not work', () => {
  it('is taken to work until the first probe says otherwise, and tells when that changes', async () => {
    const keychain = fakeKeychain()
    keychain.breakDown()
    const { vault, changes } = await open(keychain)
    expect(vault.status().backend).toBe('keychain')
    expect(await vault.probe(never)).toEqual({
      backend: 'none',
      keychainName: 'Test Keyring',
      problem: 'The system keychain cannot be used.',
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
    expect((await vault.read('a', 'x', never)).reveal()).toBe('marker-value-0123456789')
    expect(await vault.list(never)).toMatchObject([{ name: 'a', present: true }])
    await vault.rename('a', 'b', never)
    expect((await vault.read('b', 'x', never)).reveal()).toBe('marker-value-0123456789')
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
      vault.read('a', 'x', never),
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
    expect((await vault.read('a', 'x', never)).reveal()).toBe('value')
  })

  it('still finds what is in the keychain beside the file, and deletes it from both', async () => {
    const { vault, keychain } = await open()
    await vault.set('before', new Secret('in the keychain'), never)
    await vault.openWithPassphrase(passphrase, never)
    expect((await vault.read('before', 'x', never)).reveal()).toBe('in the keychain')
    await vault.set('before', new Secret('in the file'), never)
    expect((await vault.read('before', 'x', never)).reveal()).toBe('in the file')
    await vault.delete('before', never)
    expect(keychain.values.size).toBe(0)
    await expect(vault.read('before', 'x', never)).rejects.toMatchObject({ code: 'vault.not_found' })
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
