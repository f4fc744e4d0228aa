import { join } from 'node:path'
import { ensureFallback, fallbackFits } from './fallback-runtime.mjs'
import {
  electronPackage,
  examine,
  lookForElectron,
  modifiedAt,
  packageExecutable,
  packageIsInstalled,
  wantedVersion,
} from './find-electron.mjs'
import { lastLines, runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'
import { readState, writeState } from './state.mjs'

/** @typedef {import('./find-electron.mjs').Runtime} Runtime */

/**
 * Finds an Electron, or fetches one: first the one package.json asks for, then the fallback.
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ retry?: boolean }} options retry: ask the release server again although it did not answer before
 * @returns {Promise<Runtime>}
 */
export async function ensureElectron(progress, { retry = false } = {}) {
  const found = await lookForElectron()
  const isWorthAsking = found?.source === 'fallback' && retry && (await isOldAttempt())
  if (found && !isWorthAsking) return remember(found)
  if (await fetchPackageBinary(progress)) return remember(await examine(await packageExecutable(), 'package'))
  return remember(await examine(await ensureFallback(progress), 'fallback'), { asked: true })
}

/**
 * @param {Runtime} runtime
 * @param {{ asked?: boolean }} options asked: the release server was asked just now
 */
async function remember(runtime, { asked = false } = {}) {
  const last = await readState('electron')
  const { executable, version, napi } = runtime
  const facts = { executable, version, napi, modified: await modifiedAt(executable) }
  const next = { ...facts, askedAt: asked ? Date.now() : (last?.askedAt ?? 0) }
  if (JSON.stringify(next) !== JSON.stringify(last)) await writeState('electron', next)
  return runtime
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

/** An hour ago or more. */
async function isOldAttempt() {
  const last = await readState('electron')
  return Date.now() - (last?.askedAt ?? 0) > 3_600_000
}
