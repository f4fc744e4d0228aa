import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../lib/clock.ts'
import { silentLogger } from '../lib/logger.ts'
import { Secret } from '../lib/secret.ts'
import type { KeychainProcess } from './keychain-child.ts'
import { createKeychainStore, type KeychainStore } from './keychain-store.ts'

// Real D-Bus, real GNOME Keyring, real libsecret: on Linux these must be there, and their lack is a failure.
describe.runIf(process.platform === 'linux')('the keychain of this system', () => {
  const signal = new AbortController().signal
  const built = resolve('out', `test-keychain-${process.pid}`)
  const children: ChildProcess[] = []
  const stores: KeychainStore[] = []
  let home = ''
  let silent: Server | null = null

  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: {
        ssr: resolve(import.meta.dirname, 'keychain-process.ts'),
        outDir: built,
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'keychain-process.js' } },
      },
    })
  }, 60_000)
  afterAll(() => rm(built, { recursive: true, force: true }))

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'orrery-keyring-'))
  })
  afterEach(async () => {
    for (const store of stores.splice(0)) store.close()
    for (const child of children.splice(0).reverse()) await end(child)
    silent?.close()
    silent = null
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  })

  type Env = Record<string, string>
  const baseEnv = (more: Env = {}): Env => ({
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    ...more,
  })

  const start = (command: string, args: readonly string[], env: Env): ChildProcess => {
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
    children.push(child)
    return child
  }

  const firstLine = async (child: ChildProcess): Promise<string> => {
    if (child.stdout === null) throw new Error('The child has no output.')
    const [line] = await once(createInterface(child.stdout), 'line')
    return String(line)
  }

  const startBus = async (): Promise<Env> => {
    await mkdir(join(home, 'run'), { recursive: true, mode: 0o700 })
    // Without service files nothing is started on request: no prompt and no second keyring.
    const config = join(home, 'bus.conf')
    await writeFile(
      config,
      `<busconfig><type>session</type><listen>unix:tmpdir=${home}</listen><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
    )
    const bus = start('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], baseEnv())
    return baseEnv({ DBUS_SESSION_BUS_ADDRESS: await firstLine(bus) })
  }

  const startKeyring = async (env: Env, passphrase: string | null): Promise<ChildProcess> => {
    const unlock = passphrase === null ? [] : ['--unlock']
    const daemon = start('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...unlock], env)
    daemon.stdin?.end(passphrase ?? '')
    await nameIsOwned(env)
    return daemon
  }

  const nameIsOwned = async (env: Env) => {
    for (;;) {
      const args = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', owner]
      const child = start('dbus-send', [...args, 'string:org.freedesktop.secrets'], env)
      let printed = ''
      child.stdout?.on('data', (chunk) => {
        printed += String(chunk)
      })
      await once(child, 'close')
      children.splice(children.indexOf(child), 1)
      if (printed.includes('true')) return
    }
  }
  const owner = 'org.freedesktop.DBus.NameHasOwner'

  const open = (env: Env, limitMs = 3_000): { store: KeychainStore; spawned: ChildProcess[] } => {
    const spawned: ChildProcess[] = []
    const spawnProcess = (): KeychainProcess => {
      const child = fork(join(built, 'keychain-process.js'), {
        env,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      children.push(child)
      spawned.push(child)
      return {
        post: (message) => void child.send(message as object),
        onMessage: (listener) => {
          child.on('message', listener)
          return () => child.off('message', listener)
        },
        onExit: (listener) => {
          child.on('exit', listener)
          return () => child.off('exit', listener)
        },
        kill: () => void child.kill('SIGKILL'),
      }
    }
    const store = createKeychainStore({
      service: 'orrery-test',
      spawn: spawnProcess,
      clock: systemClock,
      logger: silentLogger,
      limitMs,
      patienceMs: 120_000,
      idleMs: 60_000,
      askingChanged: () => {},
    })
    stores.push(store)
    return { store, spawned }
  }

  it('keeps, finds, replaces and deletes values when it is unlocked', async () => {
    const env = await startBus()
    await startKeyring(env, 'test')
    const { store, spawned } = open(env)
    expect(await store.get('openai', signal)).toBeNull()
    await store.set('openai', new Secret('wert-ä-值'), signal)
    expect((await store.get('openai', signal))?.reveal()).toBe('wert-ä-值')
    expect(await store.has('openai', signal)).toBe(true)
    await store.set('openai', new Secret('x'.repeat(60_000)), signal)
    expect((await store.get('openai', signal))?.reveal()).toHaveLength(60_000)
    await store.delete('openai', signal)
    await store.delete('openai', signal)
    expect(await store.has('openai', signal)).toBe(false)
    expect(spawned).toHaveLength(1)
  }, 30_000)

  it('keeps values over a restart of both processes', async () => {
    const env = await startBus()
    const daemon = await startKeyring(env, 'test')
    await open(env).store.set('kept', new Secret('one two three'), signal)
    await end(daemon)
    await startKeyring(env, 'test')
    expect((await open(env).store.get('kept', signal))?.reveal()).toBe('one two three')
  }, 30_000)

  it('is unavailable within its limit when it is locked and nobody can be asked', async () => {
    const env = await startBus()
    const daemon = await startKeyring(env, 'test')
    await open(env).store.set('kept', new Secret('one two three'), signal)
    await end(daemon)
    await startKeyring(env, null)
    const { store } = open(env)
    const since = performance.now()
    await expect(store.set('other', new Secret('value'), signal)).rejects.toMatchObject({
      code: 'vault.unavailable',
    })
    expect(performance.now() - since).toBeLessThan(4_000)
  }, 30_000)

  it('is unavailable when there is no bus', async () => {
    const { store } = open(baseEnv({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home, 'nothing')}` }))
    await expect(store.has('any', signal)).rejects.toMatchObject({ code: 'vault.unavailable' })
  }, 30_000)

  it('is unavailable after its limit when the bus never answers, and the process that hangs is ended', async () => {
    const socket = join(home, 'silent')
    silent = createServer(() => {}).listen(socket)
    await once(silent, 'listening')
    const { store, spawned } = open(baseEnv({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` }))
    const since = performance.now()
    await expect(store.has('any', signal)).rejects.toMatchObject({
      code: 'vault.unavailable',
      message: expect.stringContaining('did not answer within 3 s'),
    })
    expect(performance.now() - since).toBeLessThan(4_000)
    const [child] = spawned
    if (child !== undefined && child.signalCode === null) await once(child, 'exit')
    expect(child?.signalCode).toBe('SIGKILL')
  }, 30_000)
})

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
