import { expect, it } from 'vitest'
import { shellArgs, shellName, terminalEnvironment, usualShell } from './shell-choice.ts'

it('starts the login shell of the person', () => {
  const posix = { platform: 'linux', userShell: '/bin/zsh' } as const
  expect(usualShell({ ...posix, env: { SHELL: '/usr/bin/fish' } })).toBe('/usr/bin/fish')
  expect(usualShell({ ...posix, env: { SHELL: 'fish' } })).toBe('/bin/zsh')
  expect(usualShell({ ...posix, userShell: null, env: {} })).toBe('/bin/sh')
})

it('passes on no argument that a shell might not know', () => {
  expect(shellArgs('linux', '/usr/bin/fish')).toEqual(['-l'])
  expect(shellArgs('linux', '/opt/own/elvish')).toEqual([])
  expect(shellArgs('win32', 'C:\\Program Files\\Git\\bin\\bash.exe')).toEqual(['--login', '-i'])
  expect(shellArgs('win32', 'C:\\Windows\\System32\\cmd.exe')).toEqual([])
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
