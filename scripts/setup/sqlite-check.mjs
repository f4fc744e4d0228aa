import { SetupError } from './setup-error.mjs'
import {
  cacheEntry,
  ensureSqliteBuild,
  needsBuild,
  sqliteFingerprint,
  trySqlite,
  tryVectors,
} from './sqlite.mjs'
import { readState, writeState } from './state.mjs'

/**
 * Makes better-sqlite3 load in this Node and in the Electron in use, and proves it by opening a database
 * in each. Skipped when nothing has changed since the last proof.
 * @param {import('./progress.mjs').Progress} progress
 * @param {import('./find-electron.mjs').Runtime} runtime
 */
export async function ensureSqliteLoads(progress, runtime) {
  if (isBuildNeeded(runtime)) await ensureSqliteBuild(progress)
  if (await isProven(runtime)) return
  if (!isBuildNeeded(runtime) && !(await tryBoth(runtime)).ok) {
    // The ready-made file can also be too new for an old C library.
    await ensureSqliteBuild(progress)
  }
  const result = await tryBoth(runtime)
  if (!result.ok) {
    throw new SetupError(
      `SQLite does not load in ${result.where}.\n${result.text}`,
      `delete ${await cacheEntry()} and node_modules, then run the same command again.`,
    )
  }
  const vectors = await tryVectors(runtime.executable)
  if (!vectors.ok) {
    progress.note(`sqlite-vec does not load, so memory is found by words only: ${vectors.text}`)
  }
  await writeState('sqlite', await proof(runtime))
}

/** @param {import('./find-electron.mjs').Runtime} runtime */
function isBuildNeeded(runtime) {
  return needsBuild(Number(process.versions.napi)) || needsBuild(runtime.napi)
}

/** @param {import('./find-electron.mjs').Runtime} runtime */
async function tryBoth(runtime) {
  const [node, electron] = await Promise.all([trySqlite(process.execPath), trySqlite(runtime.executable)])
  if (!node.ok) return { ...node, where: `Node ${process.versions.node}` }
  return { ...electron, where: `Electron ${runtime.version}` }
}

/** @param {import('./find-electron.mjs').Runtime} runtime */
async function isProven(runtime) {
  return JSON.stringify(await readState('sqlite')) === JSON.stringify(await proof(runtime))
}

/** @param {import('./find-electron.mjs').Runtime} runtime */
async function proof(runtime) {
  return {
    file: await sqliteFingerprint(),
    node: process.versions.node,
    electron: runtime.version,
    at: runtime.executable,
  }
}
