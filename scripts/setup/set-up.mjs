import { ensureBuilt } from './app-build.mjs'
import { ensureDebianPackages } from './debian-packages.mjs'
import { ensureElectron } from './electron-runtime.mjs'
import { withLock } from './lock.mjs'
import { checkNode } from './node-version.mjs'
import { ensureNodeModules } from './npm-install.mjs'
import { cloneLock } from './paths.mjs'
import { createProgress } from './progress.mjs'
import { endRunningCommands } from './run-command.mjs'
import { describeFailure } from './setup-error.mjs'
import { ensureSqliteBuild, needsBuild } from './sqlite.mjs'
import { ensureSqliteLoads } from './sqlite-check.mjs'
import { whenNpmEnds } from './when-npm-ends.mjs'

/**
 * Everything between a fresh clone and an app that starts. Each step looks first and works only when
 * something is missing; two set-ups of one clone wait for each other.
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ build?: boolean, retry?: boolean, whileCompiling?(): Promise<void> }} options `whileCompiling` is work that
 *   needs the npm packages only. It runs while SQLite is compiled, which takes one core, and not at all otherwise.
 */
export async function setUp(progress, { build = false, retry = false, whileCompiling } = {}) {
  checkNode()
  await ensureDebianPackages(progress)
  const waiting = (/** @type {string} */ holder) =>
    progress.note(`Waiting for ${holder}, which sets up this clone`)
  const runtime = await withLock(
    cloneLock('setup'),
    async () => {
      await ensureNodeModules(progress)
      const electron = await fetchRuntime(progress, { retry, whileCompiling })
      await ensureSqliteLoads(progress, electron)
      return electron
    },
    { waiting },
  )
  if (build) await ensureBuilt(progress)
  return runtime
}

/**
 * For scripts: runs set-up, and on failure says what to do and ends the process.
 * @param {{ build?: boolean, retry?: boolean, output?: { write(text: string): unknown } }} options
 */
export async function setUpOrExit({ output = process.stdout, ...options } = {}) {
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    endRunningCommands()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const unwatch = whenNpmEnds(() => stop('SIGTERM'))
  try {
    return await setUp(createProgress(output), options)
  } catch (error) {
    process.stderr.write(`\nSet-up failed: ${describeFailure(error)}\n`)
    process.exit(1)
  } finally {
    unwatch()
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

/**
 * Compiles SQLite beside the download where it is known to be needed: the two together take most of the
 * time. A failure waits for the others, whose results stay.
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ retry: boolean, whileCompiling?: (() => Promise<void>) | undefined }} options
 */
async function fetchRuntime(progress, { retry, whileCompiling }) {
  const compiling = needsBuild(Number(process.versions.napi))
    ? [ensureSqliteBuild(progress), ...(whileCompiling ? [whileCompiling()] : [])]
    : []
  const [electron, ...others] = await Promise.allSettled([ensureElectron(progress, { retry }), ...compiling])
  for (const other of others) if (other.status === 'rejected') throw other.reason
  if (electron.status === 'rejected') throw electron.reason
  return electron.value
}
