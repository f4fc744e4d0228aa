import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
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
 * Runs the end-to-end tests. Each worker of vitest gets a desktop: a display, a session bus, a keyring and a
 * home folder. On macOS and Windows the one desktop of the person serves one worker.
 * @param {readonly string[]} args
 * @param {number} timeoutMs
 * @param {Record<string, string>} more variables for the tests
 * @param {number} desktops how many files run at once
 */
export async function runEndToEnd(args, timeoutMs, more = {}, desktops = desktopCount()) {
  const electron = await lookForElectron()
  if (!electron) throw new Error('There is no Electron to run the tests in. See what set-up said above.')
  const folder = await mkdtemp(join(tmpdir(), 'orrery-e2e-'))
  const run = randomUUID()
  const shared = {
    ...more,
    ORRERY_CACHE: cacheFolder(),
    ORRERY_ELECTRON: electron.executable,
    ...(electron.source === 'package'
      ? {}
      : { ELECTRON_OVERRIDE_DIST_PATH: distFolder(electron.executable) }),
    ORRERY_TEST_RUN: run,
    // What the workers share; gone with the rest after the run.
    ORRERY_TEST_SHARED: folder,
  }
  try {
    return await withDesktops(desktops, folder, shared, (started) =>
      runNode(args, { env: { ...shared, ORRERY_TEST_DESKTOPS: JSON.stringify(started) }, timeoutMs }),
    )
  } finally {
    const names = await endLeftovers(`ORRERY_TEST_RUN=${run}`)
    if (names.length > 0) console.log(`Ended what the tests left running: ${names.join(', ')}`)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * The number of stories that run at once, where each can have a display: one more than there are cores, at most three,
 * because a story waits for timers and keychains about a third of its time. `ORRERY_TEST_WORKERS` sets another, 1 to 8.
 */
export function desktopCount(platform = process.platform, env = process.env, cores = availableParallelism()) {
  if (platform !== 'linux') return 1
  const wanted = Number(env.ORRERY_TEST_WORKERS)
  return Number.isInteger(wanted) && wanted >= 1 && wanted <= 8 ? wanted : Math.min(3, cores + 1)
}

/**
 * Starts desktops one after the other and runs the work when all are there.
 * @template T
 * @param {number} count
 * @param {string} folder
 * @param {Record<string, string>} shared
 * @param {(desktops: readonly Record<string, string>[]) => Promise<T>} work
 * @param {readonly Record<string, string>[]} started
 * @returns {Promise<T>}
 */
async function withDesktops(count, folder, shared, work, started = []) {
  if (started.length === count) return work(started)
  const services = process.platform === 'linux' ? [startDisplay, startBus, startKeyring] : []
  const env = { ...shared, ...(await ownHome(join(folder, String(started.length + 1)))) }
  return withServices(services, (all) => withDesktops(count, folder, shared, work, [...started, all]), env)
}

/**
 * A home folder for one worker, so that settings and keyrings of the person are neither read nor written.
 * @param {string} home
 * @returns {Promise<Record<string, string>>}
 */
async function ownHome(home) {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const app = { ORRERY_HOME: join(home, 'orrery') }
  if (process.platform !== 'linux') return app
  const folders = {
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: join(home, 'run'),
  }
  for (const path of Object.values(folders)) await mkdir(path, { recursive: true, mode: 0o700 })
  return { ...folders, ...app }
}
