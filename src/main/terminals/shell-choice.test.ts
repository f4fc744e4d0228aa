import { expect, it } from 'vitest'
import { shellChoice, shellName, terminalEnvironment } from './shell-choice.ts'

it('starts the login shell of the person', () => {
  const posix = { platform: 'linux', userShell: '/bin/zsh' } as const
  expect(shellChoice({ ...posix, env: { SHELL: '/usr/bin/fish' } })).toEqual({
    file: '/usr/bin/fish',
    args: ['-l'],
  })
  expect(shellChoice({ ...posix, env: { SHELL: 'fish' } })).toEqual({ file: '/bin/zsh', args: ['-l'] })
  expect(shellChoice({ ...posix, userShell: null, env: {} })).toEqual({ file: '/bin/sh', args: ['-l'] })
})

it('names a shell', () => {
  expect(['/bin/zsh', '-bash', 'C:\\Windows\\powershell.exe'].map(shellName)).toEqual([
    'zsh',
    'bash',
    'powershell',
  ])
})

it('hands on no variable of the app itself', () => {
  const base = {
    PATH: '/bin',
    ORRERY_OWNER: 'a.b',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--x',
    TERM: 'dumb',
  }
  expect(terminalEnvironment({ platform: 'darwin' }, base, '1.2.3')).toEqual({
    PATH: '/bin',
    LC_CTYPE: 'UTF-8',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'Orrery',
    TERM_PROGRAM_VERSION: '1.2.3',
  })
  expect(terminalEnvironment({ platform: 'darwin' }, { LANG: 'de_DE.UTF-8' }, '1')).not.toHaveProperty(
    'LC_CTYPE',
  )
})
