import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cachedFallback, ensureFallback, fallbackFits } from './fallback-runtime.mjs'
import { readJson, statOrNull } from './files.mjs'
import { isExecutable } from './find-program.mjs'
import { root } from './paths.mjs'
import { lastLines, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'
import { readState, writeState } from './state.mjs'

/**
 * The Electron in use. `napi` is the Node-API version it was built with, which decides how SQLite loads.
 * @typedef {'given' | 'package' | 'fallback'} Source
 * @typedef {{ executable: string, version: string, napi: number, source: Source, wanted: string }} Runtime
 */

const electronPackage = join(root, 'node_modules', 'electron')

/**
 * Finds an Electron or fetches one: the folder ELECTRON_OVERRIDE_DIST_PATH names, else the binary of the
 * `electron` package, else the fallback.
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ retry?: boolean }} options retry: ask the release server again although it did not answer before
 * @returns {Promise<Runtime>}
 */
export async function ensureElectron(progress, { retry = false } = {}) {
  const found = await findElectron()
  const unreached = found?.source === 'fallback' && retry && (await isOldAttempt())
  if (found && !unreached) return found
  if (await fetchPackageBinary(progress)) return remember(await packageExecutable(), 'package')
  return remember(await ensureFallback(progress), 'fallback')
}

/**
 * The Electron that would be used now, without fetching anything, or null.
 * @returns {Promise<Runtime | null>}
 */
export async function findElectron(env = process.env) {
  const given = env.ELECTRON_OVERRIDE_DIST_PATH && join(env.ELECTRON_OVERRIDE_DIST_PATH, platformPath())
  if (given) {
    if (await isExecutable(given)) return recall(given, 'given')
    throw new SetupError(
      `ELECTRON_OVERRIDE_DIST_PATH is set, but ${given} is not there.`,
      'correct the variable, or unset it.',
    )
  }
  if (await packageIsInstalled()) return recall(await packageExecutable(), 'package')
  const cached = await cachedFallback()
  // Until the release server was asked once, the current Electron may still be had.
  return cached && (await readState('electron')) ? recall(cached, 'fallback') : null
}

/** The version package.json asks for. */
export async function wantedVersion() {
  return (await readJson(join(electronPackage, 'package.json')))?.version ?? 'unknown'
}

/** The folder the `electron` package calls its dist. @param {string} executable */
export function distFolder(executable) {
  return process.platform === 'darwin' ? join(dirname(executable), '..', '..', '..') : dirname(executable)
}

/**
 * One line for people. @param {Runtime} runtime
 */
export function describeRuntime({ version, source, wanted }) {
  if (version === wanted) return `Electron ${version}`
  const origin = source === 'given' ? 'from ELECTRON_OVERRIDE_DIST_PATH' : source
  return `Electron ${version} (${origin}; package wants ${wanted})`
}

/** Asking `--version` costs a tenth of a second, so the answer is kept while the file stays the same.
 * @param {string} executable @param {Source} source */
async function recall(executable, source) {
  const last = await readState('electron')
  const same = last?.executable === executable && last.modified === (await modified(executable))
  const wanted = await wantedVersion()
  if (!same) return remember(executable, source)
  return { executable, version: last.version, napi: last.napi, source, wanted }
}

/** @param {string} executable @param {Source} source @returns {Promise<Runtime>} */
async function remember(executable, source) {
  const versions = await askVersions(executable)
  const facts = { executable, version: versions.electron, napi: Number(versions.napi) }
  await writeState('electron', { ...facts, source, modified: await modified(executable), at: Date.now() })
  return { ...facts, source, wanted: await wantedVersion() }
}

/** @param {string} executable */
async function askVersions(executable) {
  const args = ['-p', 'JSON.stringify(process.versions)']
  const result = await runCommand(executable, args, { env: { ELECTRON_RUN_AS_NODE: '1' }, timeoutMs: 20_000 })
  if (result.ok) return JSON.parse(result.stdout)
  throw new SetupError(
    `Electron does not start: ${executable}\n${lastLines(result.output)}`,
    'run npm run doctor, which lists missing system libraries. If they are all there, delete that folder and run npm run setup.',
  )
}

/**
 * Lets the `electron` package fetch its own binary. Where a fallback exists it gets three minutes, since a
 * release server that cannot be reached fails at once and a slow one should not hold everybody up.
 * @param {import('./progress.mjs').Progress} progress
 */
async function fetchPackageBinary(progress) {
  const wanted = await wantedVersion()
  const timeoutMs = fallbackFits ? 180_000 : 900_000
  progress.note(`Fetching Electron ${wanted} ...`)
  const result = await runCommand(process.execPath, [join(electronPackage, 'install.js')], { timeoutMs })
  if (result.ok && (await packageIsInstalled())) {
    progress.note(`Fetched Electron ${wanted}`)
    return true
  }
  if (fallbackFits) {
    progress.note(`Electron ${wanted} could not be fetched (${reason(result)}); using the fallback`)
    return false
  }
  throw new SetupError(
    `Electron ${wanted} could not be fetched.\n${lastLines(result.output)}`,
    'check the network, set ELECTRON_MIRROR to a reachable mirror, or unpack Electron somewhere and set ELECTRON_OVERRIDE_DIST_PATH to that folder.',
  )
}

/** @param {import('./run-command.mjs').CommandResult} result */
function reason({ timedOut, output }) {
  if (timedOut) return 'no answer in three minutes'
  const [first = ''] = output.split('\n').filter((line) => /error/i.test(line))
  return first.trim().slice(0, 100) || 'the release server is out of reach'
}

async function packageIsInstalled() {
  try {
    const version = await readFile(join(electronPackage, 'dist', 'version'), 'utf8')
    if (version.trim().replace(/^v/, '') !== (await wantedVersion())) return false
    return isExecutable(await packageExecutable())
  } catch {
    // No dist folder, or half of one: not installed.
    return false
  }
}

async function packageExecutable() {
  return join(electronPackage, 'dist', await readFile(join(electronPackage, 'path.txt'), 'utf8'))
}

async function isOldAttempt() {
  const last = await readState('electron')
  return Date.now() - (last?.at ?? 0) > 3_600_000
}

/** @param {string} file */
async function modified(file) {
  return (await statOrNull(file))?.mtimeMs ?? 0
}

function platformPath() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}
