import { setTimeout as wait } from 'node:timers/promises'
import { runCommand } from '../setup/run-command.mjs'
import { startService, stopService } from './service.mjs'

/** What the test keyring opens with. Its store is a temporary folder. */
const password = 'test'

/**
 * A keyring, created and unlocked, on the bus that `env` names. Its store is under XDG_DATA_HOME.
 * @param {Record<string, string>} env
 * @returns {Promise<import('./service.mjs').Service>}
 */
export async function startKeyring(env) {
  const child = await startService(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets'],
    {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  // Everything up to the end of input is the password, so no line break.
  child.stdin?.end(password)
  const stop = () => stopService(child)
  try {
    await untilOnBus(env)
    return { env: {}, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @param {Record<string, string>} env */
async function untilOnBus(env) {
  const deadline = Date.now() + 15_000
  while (!(await isOnBus(env))) {
    if (Date.now() > deadline) throw new Error('gnome-keyring did not appear on the bus within 15 s.')
    await wait(100)
  }
}

/** @param {Record<string, string>} env */
async function isOnBus(env) {
  const bus = 'org.freedesktop.DBus'
  const args = [
    '--session',
    '--print-reply',
    `--dest=${bus}`,
    '/',
    `${bus}.NameHasOwner`,
    'string:org.freedesktop.secrets',
  ]
  const { stdout } = await runCommand('dbus-send', args, { env, timeoutMs: 5_000 })
  return stdout.includes('boolean true')
}
