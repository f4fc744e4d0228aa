import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository folder. Every script may be started from anywhere. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * Where downloads and builds are kept between clones.
 * @param {Record<string, string | undefined>} env
 * @param {NodeJS.Platform} platform
 * @param {string} home
 */
export function cacheFolder(env = process.env, platform = process.platform, home = homedir()) {
  if (env.ORRERY_CACHE) return resolve(env.ORRERY_CACHE)
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'orrery')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'orrery', 'cache')
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'orrery')
}

/** Files that belong to this clone and go away with node_modules. */
export const stateFolder = join(root, 'node_modules', '.orrery')

/** Locks of this clone. Not in node_modules, which `npm ci` deletes while the lock is held. */
export const cloneLock = (/** @type {string} */ name) => join(root, 'out', `.${name}.lock`)
