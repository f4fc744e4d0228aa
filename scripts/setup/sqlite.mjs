import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readFile, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensureCompiler } from './debian-packages.mjs'
import { createFolderAtOnce, readJson, statOrNull } from './files.mjs'
import { withLock } from './lock.mjs'
import { bundledNodeGyp, npmCli } from './npm-cli.mjs'
import { cacheFolder, root } from './paths.mjs'
import { lastLines, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * better-sqlite3 ships binaries for Node-API 10. Loading one in a process with an older Node-API is a
 * segmentation fault, not an error, so there it is compiled from its own source with these flags. The same
 * file then loads in older and newer processes alike.
 */
const readyMadeNapi = 10
const flags = '-UNAPI_VERSION -DNAPI_EXPERIMENTAL -DNODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'

const modules = join(root, 'node_modules')
const installedBinary = join(modules, 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node')

/** Whether a process with this Node-API needs the compiled file. @param {number} napi */
export function needsBuild(napi) {
  return napi < readyMadeNapi
}

/**
 * Puts a better-sqlite3 that loads everywhere into node_modules, compiling it when the cache has none.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureSqliteBuild(progress) {
  if (process.platform === 'win32') {
    throw new SetupError(
      'The ready-made SQLite does not load in this Node.',
      'install Node 22.14 or newer and run the same command again.',
    )
  }
  const cached = join(await cacheEntry(), 'better_sqlite3.node')
  if (!(await statOrNull(cached))) await buildIntoCache(progress, cached)
  if ((await statOrNull(installedBinary)) && (await sameContent(cached, installedBinary))) return
  await mkdir(dirname(installedBinary), { recursive: true })
  // Renamed into place, never overwritten: a running app has the old file mapped.
  await copyFile(cached, `${installedBinary}.tmp`)
  await rename(`${installedBinary}.tmp`, installedBinary)
}

/** What identifies the file that would be loaded, for the "nothing changed since" check. */
export async function sqliteFingerprint() {
  const file = await statOrNull(installedBinary)
  const { version } = (await readJson(join(modules, 'better-sqlite3', 'package.json'))) ?? {}
  return `${version}:${file ? `${file.size}:${file.mtimeMs}` : 'ready-made'}`
}

/** Whether node_modules holds a compiled file. Only then may an older process try to load it. */
export async function hasCompiledSqlite() {
  return (await statOrNull(installedBinary)) !== null
}

/**
 * Opens a database in a process of its own, since a wrong binary ends the process that loads it.
 * @param {string} executable Node or Electron
 * @returns {Promise<{ ok: boolean, text: string }>} the SQLite version, or what went wrong
 */
export function trySqlite(executable) {
  return tryProgram(
    executable,
    `const Database = require('better-sqlite3')
    process.stdout.write(new Database(':memory:').prepare('SELECT sqlite_version()').pluck().get())`,
  )
}

/**
 * Compares two vectors in a process of its own. Without the library nothing is lost but finding by meaning.
 * @param {string} executable Node or Electron
 * @returns {Promise<{ ok: boolean, text: string }>} the version of sqlite-vec, or what went wrong
 */
export function tryVectors(executable) {
  return tryProgram(
    executable,
    `const db = new (require('better-sqlite3'))(':memory:')
    require('sqlite-vec').load(db)
    process.stdout.write(db.prepare("SELECT vec_version() WHERE vec_distance_cosine('[1,0]', '[1,0]') = 0").pluck().get())`,
  )
}

/** @param {string} executable @param {string} program */
async function tryProgram(executable, program) {
  const env = { ELECTRON_RUN_AS_NODE: '1' }
  const result = await runCommand(executable, ['-e', program], { cwd: root, env, timeoutMs: 20_000 })
  return { ok: result.ok, text: result.ok ? result.stdout.trim() : lastLines(result.output) || 'it crashed' }
}

/** The folder in the cache that holds the compiled file for this version, these flags and this system. */
export async function cacheEntry() {
  const { version } = await readJson(join(modules, 'better-sqlite3', 'package.json'))
  const libc = process.platform === 'linux' && !isGlibc() ? 'musl' : ''
  const key = createHash('sha256').update(flags).digest('hex').slice(0, 12)
  return join(cacheFolder(), 'sqlite', `${version}-${process.platform}${libc}-${process.arch}-${key}`)
}

function isGlibc() {
  const report = /** @type {any} */ (process.report.getReport())
  return Boolean(report.header.glibcVersionRuntime)
}

/** @param {import('./progress.mjs').Progress} progress @param {string} cached */
async function buildIntoCache(progress, cached) {
  const lock = join(cacheFolder(), 'locks', 'sqlite.lock')
  const waiting = (/** @type {string} */ holder) =>
    progress.note(`Waiting for ${holder}, which compiles SQLite`)
  await withLock(
    lock,
    async () => {
      if (await statOrNull(cached)) return
      await ensureCompiler(progress)
      await progress.step('Compiling SQLite (one to two minutes, once)', () =>
        createFolderAtOnce(dirname(cached), (draft) => compile(join(draft, 'better_sqlite3.node'))),
      )
    },
    { waiting },
  )
}

/**
 * Compiles a copy in a temporary folder, so that an interruption leaves node_modules as it was.
 * @param {string} target
 */
async function compile(target) {
  const work = await mkdtemp(join(tmpdir(), 'orrery-sqlite-'))
  const cleanUp = () => rmSync(work, { recursive: true, force: true })
  process.once('exit', cleanUp)
  try {
    const folder = join(work, 'node_modules', 'better-sqlite3')
    await cp(join(modules, 'better-sqlite3'), folder, {
      recursive: true,
      filter: (source) => !/[\\/](build|prebuilds)$/.test(source),
    })
    // The headers its binding.gyp asks for stand beside it in node_modules.
    await cp(join(modules, 'node-addon-api'), join(work, 'node_modules', 'node-addon-api'), {
      recursive: true,
    })
    await runNodeGyp(folder)
    await copyFile(join(folder, 'build', 'Release', 'better_sqlite3.node'), target)
  } finally {
    process.off('exit', cleanUp)
    cleanUp()
  }
}

/** @param {string} folder */
async function runNodeGyp(folder) {
  const cli = await npmCli()
  const gyp = await bundledNodeGyp(cli)
  const start = gyp ? [gyp] : [cli, 'exec', '--yes', '--', 'node-gyp']
  const headers = await localHeaders()
  const args = [
    ...start,
    'rebuild',
    '--release',
    '--force_build=1',
    ...(headers ? [`--nodedir=${headers}`] : []),
  ]
  const log = join(cacheFolder(), 'logs', 'sqlite-build.log')
  const env = { CXXFLAGS: flags, JOBS: 'max' }
  const result = await runCommand(process.execPath, args, { cwd: folder, env, log, timeoutMs: 900_000 })
  if (result.ok) return
  throw new SetupError(
    `SQLite could not be compiled.\n${lastLines(result.output)}`,
    `it needs Python 3 and a C++20 compiler (Debian: build-essential python3; macOS: xcode-select --install). The whole output is in ${log}`,
  )
}

/**
 * The folder that holds include/node of this very Node, so that nothing has to be downloaded; or null.
 */
async function localHeaders() {
  const prefix = process.env.npm_config_nodedir ?? join(dirname(process.execPath), '..')
  return (await statOrNull(join(prefix, 'include', 'node', 'node_api.h'))) ? prefix : null
}

/** @param {string} a @param {string} b */
async function sameContent(a, b) {
  return (await readFile(a)).equals(await readFile(b))
}
