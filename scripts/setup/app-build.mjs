import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readJson, statOrNull, writeJson } from './files.mjs'
import { withLock } from './lock.mjs'
import { cloneLock, root } from './paths.mjs'
import { lastLines, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'

const stampFile = join(root, 'out', '.build.json')
const outcome = join(root, 'out', 'main', 'start.cjs')
const sources = ['src', 'resources', 'electron.vite.config.ts', 'package.json', 'package-lock.json']

/**
 * Builds the app when anything it is made of has changed since the last build.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureBuilt(progress) {
  const waiting = (/** @type {string} */ holder) =>
    progress.note(`Waiting for ${holder}, which builds the app`)
  await withLock(
    cloneLock('build'),
    async () => {
      // Taken before the build, so that a file saved during it counts as a change.
      const fingerprint = await fingerprintOf(sources)
      const last = await readJson(stampFile)
      if (last?.fingerprint === fingerprint && (await statOrNull(outcome))) return
      await progress.step('Building the app', build)
      await writeJson(stampFile, { fingerprint })
    },
    { waiting },
  )
}

/** Forgets the last build, so that the next one really runs. */
export function forgetBuild() {
  return rm(stampFile, { force: true })
}

async function build() {
  await forgetBuild()
  const args = [join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'), 'build']
  const env = { NO_COLOR: '1', FORCE_COLOR: undefined }
  const result = await runCommand(process.execPath, args, { cwd: root, env, timeoutMs: 300_000 })
  if (!result.ok) {
    throw new SetupError(
      `The app could not be built.\n${lastLines(result.output, 30)}`,
      'correct what the lines above name, then run the same command again.',
    )
  }
}

/** Names, sizes and times of all source files; tests are no part of the app.
 * @param {readonly string[]} places */
async function fingerprintOf(places) {
  const hash = createHash('sha256')
  for (const place of places) {
    for (const file of await filesIn(join(root, place))) {
      const { size, mtimeMs } = await stat(file)
      hash.update(`${relative(root, file)}\0${size}\0${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/** @param {string} place @returns {Promise<string[]>} */
async function filesIn(place) {
  const found = await statOrNull(place)
  if (!found) return []
  if (found.isFile()) return [place]
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
