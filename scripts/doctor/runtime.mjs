import { readFile } from 'node:fs/promises'
import { describeRuntime } from '../setup/find-electron.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { hasCompiledSqlite, needsBuild, trySqlite, tryVectors } from '../setup/sqlite.mjs'
import { bad, note, ok } from './finding.mjs'

/** @typedef {import('../setup/find-electron.mjs').Runtime} Runtime */

const anew = 'delete node_modules, then npm run setup'

/** @param {Runtime | null} runtime @param {string} wanted */
export function examineElectron(runtime, wanted) {
  if (!runtime) return bad('Electron', `none (package wants ${wanted})`, 'npm run setup')
  const text = `${describeRuntime(runtime)}, Node-API ${runtime.napi}, ${runtime.executable}`
  if (runtime.source !== 'fallback') return ok('Electron', text)
  return note('Electron', text, 'npm run setup, once the release server can be reached')
}

/** Libraries the system should bring. @param {Runtime | null} runtime */
export async function examineLibraries(runtime) {
  if (process.platform !== 'linux' || !runtime) return []
  const { ok: ran, stdout } = await runCommand('ldd', [runtime.executable])
  if (!ran) return [note('libraries', 'could not be listed (ldd)')]
  const missing = missingLibraries(stdout)
  if (missing.length === 0) return [ok('libraries', 'all that Electron needs')]
  return [
    bad('libraries', `missing: ${missing.join(', ')}`, 'npm run setup says the command for this system'),
  ]
}

/** @param {string} listing what ldd prints */
export function missingLibraries(listing) {
  return [...listing.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name)
}

/** Chromium's sandbox needs either user namespaces or a set-uid helper. @param {Runtime | null} runtime */
export async function examineSandbox(runtime) {
  if (process.platform !== 'linux' || !runtime) return []
  if (process.getuid?.() === 0) return [note('sandbox', 'off, because this is root')]
  const restricted = (await readSwitch('/proc/sys/kernel/apparmor_restrict_unprivileged_userns')) === '1'
  const forbidden = (await readSwitch('/proc/sys/kernel/unprivileged_userns_clone')) === '0'
  if (!restricted && !forbidden) return [ok('sandbox', 'user namespaces')]
  const helper = runtime.executable.replace(/electron$/, 'chrome-sandbox')
  const { stdout } = await runCommand('stat', ['-c', '%U %a', helper])
  if (stdout.trim() === 'root 4755') return [ok('sandbox', 'set-uid helper')]
  const fix = `sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`
  return [bad('sandbox', 'this system does not let programs make user namespaces', fix)]
}

/** @param {Runtime | null} runtime */
export async function examineSqlite(runtime) {
  const processes = [
    {
      name: `Node ${process.versions.node}`,
      executable: process.execPath,
      napi: Number(process.versions.napi),
    },
  ]
  if (runtime)
    processes.push({
      name: `Electron ${runtime.version}`,
      executable: runtime.executable,
      napi: runtime.napi,
    })
  return (await Promise.all(processes.map(examineOne))).flat()
}

/** @param {{ name: string, executable: string, napi: number }} where */
async function examineOne({ name, executable, napi }) {
  const part = `SQLite in ${name}`
  // Trying the ready-made file here would crash, and says nothing new.
  if (needsBuild(napi) && !(await hasCompiledSqlite()))
    return [bad(part, 'not compiled yet', 'npm run setup')]
  const { ok: loads, text } = await trySqlite(executable)
  if (!loads) return [bad(part, `does not load: ${text}`, anew)]
  return [ok(part, text), await examineVectors(name, executable)]
}

/** @param {string} name @param {string} executable */
async function examineVectors(name, executable) {
  const part = `vectors in ${name}`
  const { ok: loads, text } = await tryVectors(executable)
  if (loads) return ok(part, `sqlite-vec ${text}`)
  return note(part, `sqlite-vec does not load, memory is found by words only: ${text}`, anew)
}

/** @param {string} file */
async function readSwitch(file) {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
}
