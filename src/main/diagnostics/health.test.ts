import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { SandboxLack } from '#shared/sandbox/sandbox.ts'
import { englishOf, say, tell } from '#shared/sentences.ts'
import type { VaultStatus } from '#shared/vault/secret.ts'
import { createHealth } from './health.ts'

type Given = {
  readonly backend: VaultStatus['backend']
  readonly broken: boolean
  readonly lack?: SandboxLack
}

async function healthWith({ backend, broken, lack = 'no_bubblewrap' }: Given) {
  const db = new Database(':memory:')
  const problem = backend === 'none' && broken ? tell(say('vault.noKeychain'), say('vault.childLost')) : null
  const ask = createHealth({
    db,
    checkDatabase: async () => 'ok',
    vault: { status: () => ({ backend, keychainName: 'GNOME Keyring', problem }) },
    ripgrep: {
      working: async () => !broken,
      status: async () => ({ mode: 'bundled', path: '/app/rg', note: null }),
    } as never,
    sandbox: {
      status: async () => ({
        rules: null,
        support: broken
          ? { available: false, lack, output: '' }
          : { available: true, kind: 'bubblewrap', proxy: true },
      }),
    },
    config: {
      problem: () =>
        broken ? AppError.saying('config.invalid', say('setting.noTable', { file: 'a' })) : null,
    } as never,
    electron: broken ? '33.2.1' : '45.4.1',
    servers: async () => [{ id: 'ts', state: broken ? 'failed' : 'running', detail: 'It ended.' }],
  })
  const lines = await ask()
  db.close()
  return lines
}

/** Lines that are names and figures while all is well. */
const FIGURES = new Set(['electron', 'sqlite', 'vault', 'ripgrep', 'sandbox'])

it.each(['keychain', 'file', 'locked', 'none'] as const)(
  'says every line in sentences a window has words of its own for, with the vault at %s',
  async (backend) => {
    for (const broken of [false, true]) {
      for (const { part, ok, detail, fix } of await healthWith({ backend, broken })) {
        const isFigure = ok && FIGURES.has(part) && detail.said.length === 0
        if (!isFigure) expect(englishOf(detail.said)).toBe(detail.text)
        if (fix !== null) expect(englishOf(fix.said)).toBe(fix.text)
      }
    }
  },
)

it('says what is wrong and what to do', async () => {
  const lines = await healthWith({ backend: 'none', broken: true })
  expect(lines.map(({ part, ok }) => [part, ok])).toEqual([
    ['electron', false],
    ['sqlite', true],
    ['vault', false],
    ['ripgrep', false],
    ['sandbox', false],
    ['servers', false],
    ['config', false],
  ])
  expect(lines[2]?.detail.text).toBe(
    'The system keychain cannot be used. The process that reads it ended unexpectedly.',
  )
  expect(lines[5]?.detail.text).toBe('ts failed: “It ended.”')
  expect(lines[6]?.fix?.text).toContain('Correct the file')
})

it.each([
  ['no_bubblewrap', 'bubblewrap is not installed.', 'sudo apt-get install bubblewrap socat'],
  ['no_namespaces', 'This system does not let programs create user namespaces.', null],
  ['no_filter', 'The system cannot filter system calls.', null],
  ['no_seatbelt', 'sandbox-exec does not work here.', null],
  ['windows', 'Orrery has no sandbox on Windows.', null],
] as const)('says what the sandbox lacks: %s', async (lack, words, command) => {
  const line = (await healthWith({ backend: 'none', broken: true, lack })).find(
    ({ part }) => part === 'sandbox',
  )
  expect(line?.ok).toBe(false)
  expect(line?.detail.text).toContain(words)
  expect(line?.detail.text).toMatch(/Commands run without/)
  if (command === null) expect(line?.fix).toBeNull()
  else expect(line?.fix?.text).toContain(command)
})
