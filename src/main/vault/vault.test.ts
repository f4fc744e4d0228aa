import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { say, tell } from '#shared/sentences.ts'
import { fakeKeychain, openTestVault } from '../../../test/support/rigs/vault-rig.ts'
import { Secret } from '../lib/secret.ts'

const never = new AbortController().signal

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-vault-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (keychain = fakeKeychain(), db = new BetterSqlite3(':memory:')) =>
  openTestVault(folder, keychain, db)

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
        refused: [],
        uses: [],
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
    expect((await vault.reveal('openai', 'shown', never)).reveal()).toBe('value of a key')
    expect((await vault.list(never))[0]).toMatchObject({ usedBy: [], lastUsedAt: null })
    expect((await vault.read('openai', { by: 'lab/model-b', purpose: 'call' }, never)).reveal()).toBe(
      'value of a key',
    )
    await vault.read('openai', { by: 'lab/model-a', purpose: 'call' }, never)
    await vault.read('openai', { by: 'lab/model-a', purpose: 'call' }, never)
    expect((await vault.list(never))[0]).toMatchObject({
      usedBy: ['lab/model-a', 'lab/model-b'],
      lastUsedAt: 1_004,
    })
  })

  it('keeps when it was used, by whom and what for, as one use what happened within a minute', async () => {
    const { vault } = await open()
    await vault.set('openai', new Secret('value of a key'), never)
    await vault.read('openai', { by: 'lab/model', purpose: 'call' }, never)
    await vault.read('openai', { by: 'lab/model', purpose: 'call' }, never)
    await vault.reveal('openai', 'copied', never)
    await vault.reveal('openai', null, never)
    const [listing] = await vault.list(never)
    expect(listing?.uses).toEqual([
      { by: '', purpose: 'copied', allowed: true, at: 1_003 },
      { by: 'lab/model', purpose: 'call', allowed: true, at: 1_002 },
    ])
  })

  it('gives a value no more to whom its use was taken from, until it is given back', async () => {
    const { vault } = await open()
    await vault.set('openai', new Secret('value of a key'), never)
    await vault.allow('openai', 'lab/model', false)
    const use = { by: 'lab/model', purpose: 'call' } as const
    await expect(vault.read('openai', use, never)).rejects.toMatchObject({
      code: 'vault.denied',
      message:
        'lab/model may not use the secret “openai”: you have revoked that. Allow it again in the vault, or choose another model.',
    })
    await vault.read('openai', { by: 'lab/other', purpose: 'call' }, never)
    expect((await vault.list(never))[0]).toMatchObject({
      refused: ['lab/model'],
      usedBy: ['lab/other'],
      uses: [
        { by: 'lab/other', allowed: true },
        { by: 'lab/model', allowed: false },
      ],
    })
    await vault.rename('openai', 'renamed', never)
    await expect(vault.read('renamed', use, never)).rejects.toMatchObject({ code: 'vault.denied' })
    await vault.allow('renamed', 'lab/model', true)
    expect((await vault.read('renamed', use, never)).reveal()).toBe('value of a key')
    await vault.delete('renamed', never)
    await vault.set('renamed', new Secret('another value'), never)
    expect((await vault.list(never))[0]).toMatchObject({ refused: [], uses: [], usedBy: [] })
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
    await vault.read('old', { by: 'x', purpose: 'call' }, never)
    expect(redactor.text('value-from-before value-just-set')).toBe('[secret] [secret]')
  })

  it('tells the redactor what nothing has read yet, once something is to be kept', async () => {
    const { vault, keychain, rows, redactor } = await open()
    keychain.values.set('old', 'value-of-another-day')
    rows.put({ name: 'old', mask: '', now: 1 })
    expect(redactor.text('value-of-another-day')).toBe('value-of-another-day')
    await vault.acquaint(never)
    expect(redactor.text('value-of-another-day')).toBe('[secret]')
    const asked = keychain.calls.length
    await vault.acquaint(never)
    expect(keychain.calls.length).toBe(asked)
    expect((await vault.list(never))[0]).toMatchObject({ usedBy: [], lastUsedAt: null })
  })

  it('keeps nobody waiting for values that cannot be had, and looks again once one was', async () => {
    const { vault, keychain, rows, redactor } = await open()
    keychain.values.set('old', 'value-of-another-day')
    rows.put({ name: 'old', mask: '', now: 1 })
    keychain.failing.add('get')
    await vault.acquaint(never)
    keychain.failing.clear()
    const asked = keychain.calls.length
    await vault.acquaint(never)
    expect(keychain.calls.length).toBe(asked)
    await vault.set('new', new Secret('another value'), never)
    await vault.acquaint(never)
    expect(redactor.text('value-of-another-day')).toBe('[secret]')
  })

  it('says while the system asks the person, and hands on that they gave up', async () => {
    const { vault, keychain } = await open()
    keychain.waiting.asking = true
    expect(await vault.probe(never)).toEqual({
      backend: 'keychain',
      keychainName: 'Test Keyring',
      problem: tell(say('vault.asks', { keychain: 'Test Keyring' })),
      asking: true,
    })
    vault.cancel()
    expect(keychain.waiting.cancelled).toBe(1)
  })

  it('takes a value into the list that the keychain holds and the database has forgotten', async () => {
    const { vault, keychain } = await open()
    keychain.values.set('old', 'value-from-before')
    await vault.read('old', { by: 'lab/model', purpose: 'call' }, never)
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
    await expect(vault.read('x', { by: 'y', purpose: 'call' }, never)).rejects.toMatchObject({
      code: 'vault.not_found',
      message: 'There is no secret named “x”. Add it in the vault.',
    })
    await vault.set('x', new Secret('value'), never)
    keychain.values.clear()
    await expect(vault.read('x', { by: 'y', purpose: 'call' }, never)).rejects.toMatchObject({
      code: 'vault.not_found',
      message: expect.stringContaining('If the keychain is locked, unlock it'),
    })
    expect(await vault.list(never)).toMatchObject([{ name: 'x', present: false, usedBy: [] }])
    await expect(vault.delete('nope', never)).rejects.toMatchObject({ code: 'vault.not_found' })
  })

  it('renames with everything it knows, and refuses a name that is taken', async () => {
    const { vault, keychain } = await open()
    await vault.set('old', new Secret('value'), never)
    await vault.read('old', { by: 'lab/model', purpose: 'call' }, never)
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
      for (const { name } of listed) expect((await vault.reveal(name, 'shown', never)).reveal()).toBe('value')
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
