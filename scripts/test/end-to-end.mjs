import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBus } from '../session/bus.mjs'
import { startDisplay } from '../session/display.mjs'
import { startKeyring } from '../session/keyring.mjs'
import { endLeftovers } from '../session/leftovers.mjs'
import { withServices } from '../session/service.mjs'
import { distFolder, lookForElectron } from '../setup/find-electron.mjs'
import { cacheFolder } from '../setup/paths.mjs'
import { runNode } from './run-streamed.mjs'

/**
 * Runs the end-to-end tests with a screen, a bus, a keyring and a home of their own. Other systems have a
 * screen and a keychain already.
 * @param {readonly string[]} args
 * @param {number} timeoutMs
 */
export async function runEndToEnd(args, timeoutMs) {
  const electron = await lookForElectron()
  if (!electron) throw new Error('There is no Electron to run the tests in. See what set-up said above.')
  const home = await mkdtemp(join(tmpdir(), 'orrery-e2e-'))
  const run = randomUUID()
  const env = {
    ...(await homeOfItsOwn(home)),
    ORRERY_ELECTRON: electron.executable,
    ...(electron.source === 'package'
      ? {}
      : { ELECTRON_OVERRIDE_DIST_PATH: distFolder(electron.executable) }),
    ORRERY_TEST_RUN: run,
  }
  const services = process.platform === 'linux' ? [startDisplay, startBus, startKeyring] : []
  try {
    return await withServices(services, (all) => runNode(args, { env: all, timeoutMs }), env)
  } finally {
    const names = await endLeftovers(`ORRERY_TEST_RUN=${run}`)
    if (names.length > 0) console.log(`Ended what the tests left running: ${names.join(', ')}`)
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Nothing of the person who runs the tests is read or written: neither settings nor keyrings.
 * @param {string} home
 * @returns {Promise<Record<string, string>>}
 */
async function homeOfItsOwn(home) {
  const cache = { ORRERY_CACHE: cacheFolder(), ORRERY_HOME: join(home, 'orrery') }
  if (process.platform !== 'linux') return cache
  const folders = {
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: join(home, 'run'),
  }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 })
  return { ...folders, ...cache }
}
