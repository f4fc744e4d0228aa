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

/** @param {import('./progress.mjs').Progress} progress */
async function install(progress) {
  const cli = await npmCli()
  const log = join(cacheFolder(), 'logs', 'npm-ci.log')
  await progress.step('Installing npm packages (npm ci)', async () => {
    // Install scripts are not needed: the two packages with native parts are looked after below.
    const args = [cli, 'ci', '--ignore-scripts', '--no-audit', '--no-fund']
    const result = await runCommand(process.execPath, args, { cwd: root, log, timeoutMs: 900_000 })
    if (result.ok) return
    throw new SetupError(
      `npm ci failed.\n${lastLines(result.output)}`,
      `check the network and the npm registry (npm ping), then run the same command again. The whole output is in ${log}`,
    )
  })
}
