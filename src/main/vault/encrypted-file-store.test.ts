import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../lib/secret.ts'
import { createEncryptedFileStore, SCRYPT_COST } from './encrypted-file-store.ts'

const never = new AbortController().signal
const passphrase = new Secret('correct horse battery')
let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-vault-'))
  file = join(folder, 'vault.enc.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The least the format allows, so that the tests stay quick. */
const cost = 2 ** 14
const open = (more: { cost?: number } = {}) => createEncryptedFileStore({ file, cost: more.cost ?? cost })
const readJson = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
const change = async (path: readonly string[], value: unknown) => {
  const json = await readJson()
  let at = json
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>
  at[path.at(-1) ?? ''] = value
  await writeFile(file, JSON.stringify(json))
}

describe('createEncryptedFileStore', () => {
  it('is made by its first passphrase and opened by the same one only', async () => {
    const store = open()
    expect(await store.state()).toBe('absent')
    await store.open(passphrase, never)
    expect(await store.state()).toBe('open')
    await store.set('key', new Secret('value'), never)

    const later = open()
    expect(await later.state()).toBe('locked')
    await expect(later.get('key', never)).rejects.toMatchObject({ code: 'vault.locked' })
    await expect(later.open(new Secret('correct horse batterz'), never)).rejects.toMatchObject({
      code: 'vault.wrong_passphrase',
      message: expect.stringContaining('This passphrase does not open the secrets'),
    })
    expect(await later.state()).toBe('locked')
    await later.open(passphrase, never)
    expect((await later.get('key', never))?.reveal()).toBe('value')
  })

  it('keeps any text under any number of names, over a restart', async () => {
    const store = open()
    await store.open(passphrase, never)
    const held = new Map<string, string>()
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,10}$/),
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        async (name, text) => {
          await store.set(name, new Secret(text), never)
          held.set(name, text)
        },
      ),
      { numRuns: 30 },
    )
    const later = open()
    await later.open(passphrase, never)
    for (const [name, text] of held) expect((await later.get(name, never))?.reveal()).toBe(text)
  })

  it('loses nothing when many are set at once', async () => {
    const store = open()
    await store.open(passphrase, never)
    const names = Array.from({ length: 20 }, (_, index) => `name-${index}`)
    await Promise.all(names.map((name) => store.set(name, new Secret(`value of ${name}`), never)))
    for (const name of names) expect((await store.get(name, never))?.reveal()).toBe(`value of ${name}`)
  })

  it('shows neither values nor passphrase in the file, which only its owner may read', async () => {
    const store = open()
    await store.open(passphrase, never)
    await store.set('key', new Secret('marker-value-0123456789'), never)
    const text = await readFile(file, 'utf8')
    for (const secret of ['marker-value-0123456789', passphrase.reveal()]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12))
    }
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['vault.enc.json'])
  })

  it('never uses a nonce or a salt twice', async () => {
    const store = open()
    await store.open(passphrase, never)
    const nonces = new Set<unknown>()
    for (let round = 0; round < 5; round++) {
      await store.set('key', new Secret('same value'), never)
      nonces.add(((await readJson())['entries'] as { key: { nonce: string } }).key.nonce)
    }
    expect(nonces.size).toBe(5)
    const salt = ((await readJson())['kdf'] as { salt: string }).salt
    await rm(file)
    await open().open(passphrase, never)
    expect(((await readJson())['kdf'] as { salt: string }).salt).not.toBe(salt)
  })

  it('writes the parameters the format promises', async () => {
    await open({ cost: SCRYPT_COST }).open(passphrase, never)
    expect(await readJson()).toMatchObject({
      format: 'orrery-vault',
      version: 1,
      cipher: 'aes-256-gcm',
      kdf: { name: 'scrypt', N: 131_072, r: 8, p: 1 },
      entries: {},
    })
  })

  it('loses only the entry that is damaged', async () => {
    const store = open()
    await store.open(passphrase, never)
    for (const name of ['a', 'b', 'c']) await store.set(name, new Secret(`value ${name}`), never)
    await change(['entries', 'a', 'tag'], Buffer.alloc(16).toString('base64'))
    await change(['entries', 'b'], 'not even sealed')
    for (const name of ['a', 'b']) {
      await expect(store.get(name, never)).rejects.toMatchObject({
        code: 'vault.not_found',
        message: expect.stringContaining('damaged. Set this secret again'),
      })
    }
    expect((await store.get('c', never))?.reveal()).toBe('value c')
    await store.set('a', new Secret('new'), never)
    expect((await store.get('a', never))?.reveal()).toBe('new')
  })

  it('does not take the value of one name for another', async () => {
    const store = open()
    await store.open(passphrase, never)
    await store.set('mine', new Secret('my value'), never)
    await store.set('yours', new Secret('your value'), never)
    const { entries } = (await readJson()) as { entries: Record<string, unknown> }
    await change(['entries', 'yours'], entries['mine'])
    await expect(store.get('yours', never)).rejects.toMatchObject({ code: 'vault.not_found' })
  })

  it.each([
    ['version', 2, /written by a newer Orrery \(format 2/],
    ['format', 'other', /is damaged and was left as it is/],
    ['cipher', 'none', /is damaged/],
    [
      'kdf',
      { name: 'scrypt', N: 2 ** 30, r: 8, p: 1, salt: Buffer.alloc(16).toString('base64') },
      /is damaged/,
    ],
    [
      'kdf',
      { name: 'scrypt', N: 131_073, r: 8, p: 1, salt: Buffer.alloc(16).toString('base64') },
      /is damaged/,
    ],
  ])('refuses a file whose %s is %j, and leaves it as it is', async (key, value, message) => {
    await open().open(passphrase, never)
    await change([key], value)
    const before = await readFile(file, 'utf8')
    const store = open()
    await expect(store.open(passphrase, never)).rejects.toMatchObject({ code: 'vault.unavailable', message })
    expect(await readFile(file, 'utf8')).toBe(before)
  })

  it('refuses a file that is no JSON', async () => {
    await writeFile(file, '{"format": "orrery-vau')
    await expect(open().open(passphrase, never)).rejects.toMatchObject({ code: 'vault.unavailable' })
  })

  it('asks again after it was locked, and when another file was put in its place', async () => {
    const store = open()
    await store.open(passphrase, never)
    await copyFile(file, join(folder, 'copy'))
    store.lock()
    expect(await store.state()).toBe('locked')
    await store.open(passphrase, never)
    await rm(file)
    await open().open(new Secret('another passphrase'), never)
    await expect(store.get('key', never)).rejects.toMatchObject({ code: 'vault.locked' })
    expect(await store.state()).toBe('locked')
  })

  it('makes no file when the person gave up waiting', async () => {
    const controller = new AbortController()
    const opening = open().open(passphrase, controller.signal)
    controller.abort()
    await expect(opening).rejects.toThrow()
    expect(await readdir(folder)).toEqual([])
  })
})
