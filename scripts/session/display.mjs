import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstLine, startService, stopService } from './service.mjs'

/** Whether windows have somewhere to appear. Only Linux can be without. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/**
 * A virtual screen. Xvfb picks a free number itself, so two runs never get the same one, and only holders
 * of the cookie may draw on it.
 * @param {Record<string, string>} env
 * @returns {Promise<import('./service.mjs').Service>}
 */
export async function startDisplay(env) {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-display-'))
  const authority = join(folder, 'authority')
  await writeFile(authority, authorityFile(randomBytes(16)), { mode: 0o600 })
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-auth', authority]
  const child = await startService('Xvfb', args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const stop = async () => {
    await stopService(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const report = /** @type {import('node:stream').Readable} */ (child.stdio[3])
    const number = await firstLine(child, report, 'Xvfb')
    return { env: { DISPLAY: `:${number}`, XAUTHORITY: authority }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * One entry that fits every host and display: family "wild", then length-prefixed address, number, name
 * and cookie.
 * @param {Buffer} cookie
 */
export function authorityFile(cookie) {
  const field = (/** @type {Buffer} */ bytes) =>
    Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
  const none = Buffer.alloc(0)
  const name = Buffer.from('MIT-MAGIC-COOKIE-1')
  return Buffer.concat([Buffer.from([0xff, 0xff]), ...[none, none, name, cookie].map(field)])
}
