import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSandboxRig, supportHere } from '../support/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.kind === 'bubblewrap'

describe.runIf(hasSandbox)('a command in the sandbox that fails', () => {
  it('runs once, also when it empties its temporary folder', async () => {
    const rig = await openSandboxRig()
    const ran = await rig.inside('echo again >> runs.txt; rm -rf /tmp/* /tmp/.[!.]*; exit 3')
    expect(ran.exitCode).toBe(3)
    expect(await readFile(join(rig.root, 'runs.txt'), 'utf8')).toBe('again\n')
  })

  it('runs where nothing can be written to its temporary folder', async () => {
    const rig = await openSandboxRig()
    await chmod(rig.at('temp'), 0o555)
    expect(await rig.inside('echo ran')).toMatchObject({ exitCode: 0, output: 'ran\n' })
  })
})
