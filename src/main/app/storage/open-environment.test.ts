import { expect, it } from 'vitest'
import { openEnvironment } from './open-environment.ts'

const signal = new AbortController().signal

function open(loginPath: string | null = null) {
  return openEnvironment({
    env: { PATH: '/usr/bin', DATABASE_URL: 'postgres://ada:word@host/db', LLM_ACCESS: 'marker-12345' },
    platform: 'linux',
    owner: { home: 'home', start: 'start' },
    secretVariables: { names: () => new Set(['LLM_ACCESS']) },
    passed: () => ({ '/home/ada/app': ['DATABASE_URL', 'LLM_ACCESS'], src: ['DATABASE_URL'] }),
    loginPathFrom: () => async () => loginPath,
  })
}

it.each([
  ['/home/ada/app', true],
  ['/home/ada/app/src', true],
  ['/home/ada/apple', false],
  ['/home/ada', false],
  ['/srv/src', false],
])('lets a variable through to commands in %s: %s', async (folder, expected) => {
  const environment = await open().commandIn(folder, signal)
  expect('DATABASE_URL' in environment).toBe(expected)
  expect(environment).not.toHaveProperty('LLM_ACCESS')
})

it('uses the search path of the login shell for everything once it is known', async () => {
  const environment = open('/opt/bin:/usr/bin')
  expect(environment.child()['PATH']).toBe('/usr/bin')
  expect((await environment.command(signal))['PATH']).toBe('/opt/bin:/usr/bin')
  expect(environment.child()['PATH']).toBe('/opt/bin:/usr/bin')
})
