import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cachedFallback } from './fallback-runtime.mjs'
import { readJson, statOrNull } from './files.mjs'
import { isExecutable } from './find-program.mjs'
import { root } from './paths.mjs'
import { lastLines, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'
import { readState } from './state.mjs'

/**
 * The Electron in use. `napi` is the Node-API version it was built with, which decides how SQLite loads.
 * @typedef {'given' | 'package' | 'fallback'} Source
 * @typedef {{ executable: string, version: string, napi: number, source: Source, wanted: string }} Runtime
 */

/** The folder of the `electron` package. */
export const electronPackage = join(root, 'node_modules', 'electron')

/**
 * The Electron that would be used now, or null: the folder ELECTRON_OVERRIDE_DIST_PATH names, else the
 * binary of the `electron` package, else the fallback. Fetches and writes nothing.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Runtime | null>}
 */
export async function lookForElectron(env = process.env) {
  const cached = await cachedFallback()
  const given = env.ELECTRON_OVERRIDE_DIST_PATH && join(env.ELECTRON_OVERRIDE_DIST_PATH, platformPath())
  if (given) {
    if (await isExecutable(given)) return examine(given, given === cached ? 'fallback' : 'given')
    throw new SetupError(
      `ELECTRON_OVERRIDE_DIST_PATH is set, but ${given} is not there.`,
      'correct the variable, or unset it.',
    )
  }
  if (await packageIsInstalled()) return examine(await packageExecutable(), 'package')
  // Until the release server was asked once, the current Electron may still be had.
  return cached && (await readState('electron')) ? examine(cached, 'fallback') : null
}

/** The version package.json asks for. */
export async function wantedVersion() {
  return (await readJson(join(electronPackage, 'package.json')))?.version ?? 'unknown'
}

/** What the `electron` package calls its dist folder. @param {string} executable */
export function distFolder(executable) {
  return process.platform === 'darwin' ? join(dirname(executable), '..', '..', '..') : dirname(executable)
}

/** One line for people. @param {Runtime} runtime */
export function describeRuntime({ version, source, wanted }) {
  if (version === wanted) return `Electron ${version}`
  const origin = source === 'given' ? 'from ELECTRON_OVERRIDE_DIST_PATH' : source
  return `Electron ${version} (${origin}; package wants ${wanted})`
}

/**
 * Asking an executable for its versions takes a while, so the last answer holds while the file is the same.
 * @param {string} executable
 * @param {Source} source
 * @returns {Promise<Runtime>}
 */
export async function examine(executable, source) {
  const last = await readState('electron')
  const isSame = last?.executable === executable && last.modified === (await modifiedAt(executable))
  const { version, napi } = isSame ? last : await askVersions(executable)
  return { executable, version, napi, source, wanted: await wantedVersion() }
}

/** When a file was last written, or 0. @param {string} file */
export async function modifiedAt(file) {
  return (await statOrNull(file))?.mtimeMs ?? 0
}

/** Where the `electron` package's own binary is. Only there when it is installed. */
export async function packageExecutable() {
  return join(electronPackage, 'dist', await readFile(join(electronPackage, 'path.txt'), 'utf8'))
}

/** Whether the `electron` package has its own binary, whole and of its own version. */
export async function packageIsInstalled() {
  try {
    const version = await readFile(join(electronPackage, 'dist', 'version'), 'utf8')
    if (version.trim().replace(/^v/, '') !== (await wantedVersion())) return false
    return isExecutable(await packageExecutable())
  } catch {
    // No dist folder, or half of one: not installed.
    return false
  }
}

/** @param {string} executable */
async function askVersions(executable) {
  const args = ['-p', 'JSON.stringify(process.versions)']
  const result = await runCommand(executable, args, { env: { ELECTRON_RUN_AS_NODE: '1' }, timeoutMs: 20_000 })
  if (!result.ok) {
    throw new SetupError(
      `Electron does not start: ${executable}\n${lastLines(result.output)}`,
      `if a system library is missing, install it; otherwise delete ${distFolder(executable)} and run npm run setup.`,
    )
  }
  const versions = JSON.parse(result.stdout)
  return { version: versions.electron, napi: Number(versions.napi) }
}

function platformPath() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}
