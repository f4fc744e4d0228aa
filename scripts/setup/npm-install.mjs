import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readJson } from './files.mjs'
import { npmCli } from './npm-cli.mjs'
import { cacheFolder, root } from './paths.mjs'
import { lastLines, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'
import { readState, writeState } from './state.mjs'

/**
 * Brings node_modules in line with package-lock.json. A stamp with the hash of the lock makes the usual
 * case a matter of milliseconds.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureNodeModules(progress) {
  const text = await readFile(join(root, 'package-lock.json'))
  const stamp = {
    lock: createHash('sha256').update(text).digest('hex'),
    platform: process.platform,
    arch: process.arch,
  }
  const last = await readState('packages')
  if (last && JSON.stringify(last) === JSON.stringify(stamp)) return
  const hidden = await readJson(join(root, 'node_modules', '.package-lock.json'))
  // `npm install` by hand leaves no stamp of ours, but the same packages.
  const sameSystem = last === null || (last.platform === process.platform && last.arch === process.arch)
  if (!(sameSystem && hidden && matchesLock(JSON.parse(text.toString()), hidden))) await install(progress)
  await writeState('packages', stamp)
}

/**
 * True when npm's record of what it installed has every package of the lock in the same version, and no
 * other. Packages for other systems are optional and may be absent.
 * @param {{ packages?: Record<string, any> }} lock
 * @param {{ packages?: Record<string, any> }} installed
 */
export function matchesLock(lock, installed) {
  const wanted = lock.packages ?? {}
  const found = installed.packages ?? {}
  const complete = Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    return found[path] ? found[path].version === version : optional === true
  })
  return complete && Object.keys(found).every((path) => path in wanted)
}

/**
 * True when `npm ci` refused only because the lock has no entry for packages it could not resolve: their
 * version is empty. That happens with registries that lack the packages for other systems, where a lock
 * written by npm leaves them out and `npm ci` then misses them.
 * @param {string} output
 */
export function missesOnlyUnresolvable(output) {
  const complaints = output.split('\n').filter((line) => /error (Missing|Invalid): /.test(line))
  return complaints.length > 0 && complaints.every((line) => /Missing: \S+@ from lock file/.test(line))
}

/** @param {import('./progress.mjs').Progress} progress */
async function install(progress) {
  const cli = await npmCli()
  const log = join(cacheFolder(), 'logs', 'npm-ci.log')
  const run = (/** @type {string[]} */ ...command) => {
    // Install scripts are not needed: set-up looks after the two packages with native parts.
    const args = [cli, ...command, '--ignore-scripts', '--no-audit', '--no-fund']
    return runCommand(process.execPath, args, { cwd: root, log, timeoutMs: 900_000 })
  }
  await progress.step('Installing npm packages (npm ci)', async () => {
    let result = await run('ci')
    // Takes the same versions and checksums from the lock, and does not write it.
    if (!result.ok && missesOnlyUnresolvable(result.output)) result = await run('install', '--no-save')
    if (result.ok) return
    throw new SetupError(
      `npm ci failed.\n${lastLines(result.output)}`,
      `check the network and the npm registry (npm ping), then run the same command again. The whole output is in ${log}`,
    )
  })
}
