import { findProgram } from '../setup/find-program.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { note, ok } from './finding.mjs'

const PROBE = [
  ...['--unshare-user', '--unshare-pid', '--unshare-net', '--cap-drop', 'ALL'],
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--', '/bin/true'],
]

/** Filters of system calls (seccomp(2)): one that lets all through, and one that refuses all, so that nothing starts. */
const LETS_THROUGH = String.raw`\006\000\000\000\000\000\377\177`
const REFUSES = String.raw`\006\000\000\000\001\000\005\000`

/**
 * Whether bubblewrap starts a program under such a filter.
 * @param {string} bwrap
 * @param {string} filter
 */
const startsUnder = async (bwrap, filter) => {
  const script = `printf '${filter}' | "$0" --seccomp 0 "$@"`
  return (await runCommand('/bin/sh', ['-c', script, bwrap, ...PROBE], { timeoutMs: 5_000 })).ok
}

/** Whether commands of agents can run in a sandbox. Without one, approvals are their only guard. */
export async function examineCommandSandbox() {
  const name = 'command sandbox'
  if (process.platform === 'darwin') {
    const { ok: runs } = await runCommand('/usr/bin/sandbox-exec', [
      '-p',
      '(version 1)(allow default)',
      '/usr/bin/true',
    ])
    return runs
      ? ok(name, 'Seatbelt')
      : note(name, 'sandbox-exec does not work; approvals guard commands', '')
  }
  if (process.platform !== 'linux')
    return note(name, 'there is none for this system; approvals guard commands', '')
  const bwrap = await findProgram('bwrap')
  const install = 'sudo apt-get install bubblewrap socat'
  if (!bwrap) return note(name, 'bubblewrap is not installed; approvals guard commands', install)
  const { ok: runs, output } = await runCommand(bwrap, PROBE, { timeoutMs: 5_000 })
  if (!runs)
    return note(name, `bubblewrap cannot start: ${output.trim().split('\n')[0]}`, 'allow user namespaces')
  if (!(await startsUnder(bwrap, LETS_THROUGH)) || (await startsUnder(bwrap, REFUSES)))
    return note(name, 'this system cannot filter system calls; approvals guard commands', '')
  if (!(await findProgram('socat')))
    return note(name, 'bubblewrap, without network: socat is missing', install)
  return ok(name, 'bubblewrap with a filter of system calls, and socat')
}
