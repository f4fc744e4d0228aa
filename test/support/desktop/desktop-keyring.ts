import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

type Env = Readonly<Record<string, string>>

/** The environment of a session whose keyring exists and is locked, and where nobody can be asked to unlock it. */
export async function lockedKeyring(folder: string): Promise<Env> {
  const env: Env = { XDG_DATA_HOME: join(folder, 'data'), XDG_RUNTIME_DIR: join(folder, 'run') }
  await mkdir(join(folder, 'run'), { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'data'), { recursive: true })
  const session = { ...env, DBUS_SESSION_BUS_ADDRESS: await startBus(folder, env) }
  const first = await startKeyring(session, ['--unlock'])
  await end(first)
  await startKeyring(session, [])
  return session
}

/** A bus without service files: nothing is started on request, so there is no prompt either. */
async function startBus(folder: string, env: Env): Promise<string> {
  const config = join(folder, 'bus.conf')
  await writeFile(
    config,
    `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
     <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  )
  const bus = start('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], env)
  if (bus.stdout === null) throw new Error('The bus has no output.')
  const [line] = await once(createInterface(bus.stdout), 'line')
  return String(line)
}

async function startKeyring(env: Env, args: readonly string[]): Promise<ChildProcess> {
  const daemon = start('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...args], env)
  daemon.stdin?.end(args.length > 0 ? 'test' : '')
  while (!(await isOwned(env))) {
    // Each question takes a process of its own, which is pause enough.
  }
  return daemon
}

async function isOwned(env: Env): Promise<boolean> {
  const bus = 'org.freedesktop.DBus'
  const question = [`${bus}.NameHasOwner`, 'string:org.freedesktop.secrets']
  const child = start('dbus-send', ['--session', '--print-reply', `--dest=${bus}`, '/', ...question], env)
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  await once(child, 'close')
  return printed.includes('true')
}

function start(command: string, args: readonly string[], env: Env): ChildProcess {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] })
  onTestFinished(() => end(child))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
