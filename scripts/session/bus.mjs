import { firstLine, startService, stopService } from './service.mjs'

/** Whether programs of this session can find each other, and with that the keychain. */
export function hasSessionBus(env = process.env) {
  return Boolean(env.DBUS_SESSION_BUS_ADDRESS)
}

/**
 * A session bus of our own, as dbus-run-session gives, but ended by its id.
 * @param {Record<string, string>} env also what programs started through the bus will see
 * @returns {Promise<import('./service.mjs').Service>}
 */
export async function startBus(env) {
  const child = await startService(
    'dbus-daemon',
    ['--session', '--nofork', '--nopidfile', '--print-address=1'],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const stop = () => stopService(child)
  try {
    const out = /** @type {import('node:stream').Readable} */ (child.stdout)
    const address = await firstLine(child, out, 'dbus-daemon')
    return { env: { DBUS_SESSION_BUS_ADDRESS: address }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
