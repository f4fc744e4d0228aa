import { expect, it } from 'vitest'
import { createShellFinder } from './found-shells.ts'

const LIST = `# shells
/bin/sh
/bin/bash
/usr/bin/bash
/usr/sbin/nologin
relative/sh
/opt/gone/fish
`

function open(given: Partial<Parameters<typeof createShellFinder>[0]> = {}) {
  let chosen: string | null = null
  const programs: Record<string, string> = {
    '/bin/sh': '/usr/bin/dash',
    '/bin/bash': '/usr/bin/bash',
    '/usr/bin/bash': '/usr/bin/bash',
    '/usr/bin/zsh': '/usr/bin/zsh',
    '/opt/own/elvish': '/opt/own/elvish',
    'C:\\Windows\\System32\\cmd.exe': 'C:\\Windows\\System32\\cmd.exe',
  }
  const finder = createShellFinder({
    platform: 'linux',
    env: { SHELL: '/usr/bin/zsh' },
    userShell: () => null,
    readList: async () => LIST,
    program: async (file) => programs[file] ?? null,
    chosen: () => chosen,
    choose: (file) => {
      chosen = file
    },
    ...given,
  })
  return { ...finder, programs }
}

it('lists the shells of the system once, the usual one first', async () => {
  expect(await open().list()).toEqual({
    chosen: null,
    usual: { file: '/usr/bin/zsh', name: 'zsh' },
    found: [
      { file: '/usr/bin/zsh', name: 'zsh' },
      { file: '/bin/sh', name: 'sh' },
      { file: '/bin/bash', name: 'bash' },
    ],
  })
})

it('lists what Windows has', async () => {
  const { list } = open({ platform: 'win32', env: { SystemRoot: 'C:\\Windows' } })
  expect((await list()).found).toEqual([{ file: 'C:\\Windows\\System32\\cmd.exe', name: 'cmd' }])
})

it('starts the shell that the person chose, and names it when it is gone', async () => {
  const { choose, start, list, programs } = open()
  await choose('/opt/own/elvish')
  expect(await start()).toEqual({ file: '/opt/own/elvish', args: [] })
  expect((await list()).chosen).toBe('/opt/own/elvish')
  delete programs['/opt/own/elvish']
  await expect(start()).rejects.toThrow('/opt/own/elvish')
  await choose(null)
  expect(await start()).toEqual({ file: '/usr/bin/zsh', args: ['-l'] })
})

it('takes no path that is relative or leads to no program', async () => {
  const { choose, start } = open()
  for (const file of ['bash', './bash', '/etc/passwd']) await expect(choose(file)).rejects.toThrow(file)
  expect((await start()).file).toBe('/usr/bin/zsh')
})
