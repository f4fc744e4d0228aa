import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../../lib/clock.ts'
import { createProcessTree } from '../../lib/programs/process-tree.ts'
import { createLoginPath, readPath } from './login-path.ts'
import { runShell } from './run-shell.ts'

const { platform } = process
const processes = createProcessTree({ platform, clock: systemClock })
const never = new AbortController().signal

/** A login shell whose start-up files are this script. */
async function open(
  startUp: string,
  more: Partial<Parameters<typeof createLoginPath>[0]> = {},
  name = 'bash',
) {
  const { path: folder } = await openTempFolder('shell')
  const shell = join(folder, name)
  await writeFile(shell, `#!/bin/sh\n${startUp}\nwhile [ "$1" != -c ]; do shift; done\neval "$2"\n`)
  await chmod(shell, 0o755)
  const warnings: string[] = []
  let runs = 0
  const path = createLoginPath({
    platform: 'linux',
    inherited: { PATH: '/usr/bin:/bin' },
    home: '/home/ada',
    shell,
    environment: () => ({ PATH: '/usr/bin:/bin' }),
    run: (job, signal) => {
      runs += 1
      return runShell({ platform, clock: systemClock, processes }, { ...job, cwd: folder }, signal)
    },
    started: () => () => {},
    logger: { warn: (message) => void warnings.push(message) },
    signal: never,
    ...more,
  })
  return { path, warnings, runs: () => runs }
}

describe.skipIf(platform === 'win32')('the search path of an app that a desktop has started', () => {
  it('is that of the login shell, asked once', async () => {
    const shell = await open('echo Welcome; export PATH="/opt/tools:$PATH:relative"; echo late >&2')
    expect(await shell.path(never)).toBe('/opt/tools:/usr/bin:/bin')
    expect(await shell.path(never)).toBe('/opt/tools:/usr/bin:/bin')
    expect([shell.runs(), shell.warnings]).toEqual([1, []])
  })

  it.each([
    [
      'prints without end',
      'while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done',
      'bash',
    ],
    ['ends before it answers', 'exit 1', 'bash'],
    ['is not known', '', 'other'],
  ])('is the inherited one with usual folders where the shell %s', async (_name, startUp, name) => {
    const shell = await open(startUp, {}, name)
    expect(await shell.path(never)).toBe('/usr/bin:/bin:/usr/local/bin:/home/ada/.local/bin')
    expect(shell.warnings).toHaveLength(1)
  })

  it('is the inherited one where the shell takes too long, or is not there', async () => {
    const ending = { by: 'timeout', exitCode: null, signal: null, leftBehind: false } as const
    const late = await open('', { run: async () => ending, platform: 'darwin' })
    expect(await late.path(never)).toBe('/usr/bin:/bin:/opt/homebrew/bin:/usr/local/bin:/home/ada/.local/bin')
    const missing = await open('', { shell: '/nowhere/bash' })
    expect(await missing.path(never)).toBe('/usr/bin:/bin:/usr/local/bin:/home/ada/.local/bin')
  })

  it.each([
    ['a terminal', { TERM: 'xterm' }],
    ['npm', { npm_execpath: '/usr/lib/npm' }],
  ])('stays as it is when %s has started the app', async (_name, inherited) => {
    const shell = await open('', { inherited })
    expect([await shell.path(never), shell.runs()]).toEqual([null, 0])
  })

  it('does not hold up a command that is stopped', async () => {
    const stop = new AbortController()
    const shell = await open('', { run: () => new Promise(() => {}) })
    const asked = shell.path(stop.signal)
    stop.abort(new Error('stopped'))
    await expect(asked).rejects.toThrow('stopped')
  })
})

it.each([
  ['orrery-path-start\nA=b\nPATH=/x:/y\norrery-path-end', '/x:/y'],
  ['hello\norrery-path-start\nPATH=\norrery-path-end', null],
  ['orrery-path-start\nPATH=/x', null],
  ['PATH=/x', null],
])('reads %j as %j', (output, path) => {
  expect(readPath(output)).toBe(path)
})
