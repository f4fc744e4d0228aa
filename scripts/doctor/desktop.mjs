import { hasSessionBus } from '../session/bus.mjs'
import { hasDisplay } from '../session/display.mjs'
import { headlessPackages, installCommand } from '../setup/debian-packages.mjs'
import { findProgram } from '../setup/find-program.mjs'
import { root } from '../setup/paths.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { bad, note, ok } from './finding.mjs'

const fix = installCommand(headlessPackages.flat())

export async function examineDisplay() {
  if (process.platform !== 'linux') return ok('display', 'of the system')
  if (hasDisplay()) return ok('display', process.env.WAYLAND_DISPLAY ?? process.env.DISPLAY ?? '')
  if (await findProgram('Xvfb')) return ok('display', 'none; Orrery starts under Xvfb')
  return bad('display', 'none, and no Xvfb to stand in for it', fix)
}

/** What the end-to-end tests start for themselves. */
export async function examineTestServices() {
  if (process.platform !== 'linux') return []
  const programs = ['Xvfb', 'dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']
  const missing = []
  for (const program of programs) if (!(await findProgram(program))) missing.push(program)
  if (missing.length === 0) return [ok('for npm test', programs.join(', '))]
  return [note('for npm test', `missing: ${missing.join(', ')}`, fix)]
}

/**
 * Writes a value into the keychain, reads it back and deletes it, in a process of its own: without a bus
 * the library can wait for ever. A machine without a keychain still works; secrets then go to a file.
 */
export async function examineKeychain() {
  const instead = 'Orrery offers an encrypted file instead'
  const program = `const keytar = require('keytar'); const [service, account] = ['orrery-doctor', String(process.pid)]
    const text = 'probe ' + Math.random()
    keytar.setPassword(service, account, text).then(() => keytar.getPassword(service, account))
      .then((found) => keytar.deletePassword(service, account).then(() => process.exit(found === text ? 0 : 3)))
      .catch((error) => { console.error(error.message); process.exit(4) })`
  const result = await runCommand(process.execPath, ['-e', program], { cwd: root, timeoutMs: 3_000 })
  if (result.ok) return ok('keychain', 'set, get and delete work')
  if (result.output.includes('libsecret')) return note('keychain', `libsecret is missing; ${instead}`, fix)
  if (result.output.includes('Cannot find module'))
    return bad('keychain', 'keytar is not installed', 'npm run setup')
  if (process.platform === 'linux' && !hasSessionBus())
    return note('keychain', `no session bus here; ${instead}`)
  if (result.timedOut) return note('keychain', `no answer within 3 s (locked?); ${instead}`)
  return note('keychain', `${result.output.trim().split('\n').at(-1)}; ${instead}`)
}
