import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { examineCommandSandbox } from './command-sandbox.mjs'
import { table } from './finding.mjs'

/** A bubblewrap that obeys its filter: one that refuses all system calls has a byte 5. */
const WORKS = `if [ "$1" = --seccomp ]; then ! od -An -to1 | grep -q 005; else exit 0; fi`
/** One that starts programs whatever the filter says. */
const IGNORES_FILTERS = 'exit 0'
const FAILS = `echo 'bwrap: No permissions to create a new namespace' >&2; exit 1`

/**
 * The lines of the doctor on a system that has only these programs.
 * @param {Record<string, string>} programs
 */
async function doctorWith(programs) {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-doctor-'))
  const before = process.env.PATH
  onTestFinished(async () => {
    process.env.PATH = before
    await rm(folder, { recursive: true, force: true })
  })
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
  process.env.PATH = folder
  return table([await examineCommandSandbox()])
}

describe.skipIf(process.platform !== 'linux')('the doctor about the sandbox of commands', () => {
  it.each([
    [
      'nothing is installed',
      {},
      'bubblewrap is not installed; approvals guard commands',
      'sudo apt-get install bubblewrap socat',
    ],
    [
      'bubblewrap may not start',
      { bwrap: FAILS, socat: 'exit 0' },
      'bubblewrap cannot start: bwrap: No permissions to create a new namespace',
      'allow user namespaces',
    ],
    [
      'filters have no effect',
      { bwrap: IGNORES_FILTERS, socat: 'exit 0' },
      'this system cannot filter system calls; approvals guard commands',
      null,
    ],
    [
      'socat is missing',
      { bwrap: WORKS },
      'bubblewrap, without network: socat is missing',
      'sudo apt-get install bubblewrap socat',
    ],
  ])('says what is missing where %s', async (_where, programs, text, fix) => {
    const [line, remedy] = (await doctorWith(programs)).split('\n')
    expect(line).toBe(`note  command sandbox  ${text}`)
    expect(remedy?.trim() ?? null).toBe(fix === null ? null : `fix: ${fix}`)
  })

  it('says what there is', async () => {
    expect(await doctorWith({ bwrap: WORKS, socat: 'exit 0' })).toBe(
      'ok    command sandbox  bubblewrap with a filter of system calls, and socat',
    )
  })
})
