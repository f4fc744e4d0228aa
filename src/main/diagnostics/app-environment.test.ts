import { expect, it } from 'vitest'
import { createRedactor } from '../lib/redact.ts'
import { createAppEnvironment } from './app-environment.ts'

it('lists the variables that matter, and no secret value', () => {
  const environment = createAppEnvironment({
    env: {
      ORRERY_HOME: '/tide',
      OPENAI_API_KEY: 'sk-0123456789abcdef',
      HTTPS_PROXY: 'http://me:hunter2@proxy.local:8080',
      ORRERY_NOTE: 'registered-value',
      NODE_ENV: 'test',
      FEATURE_TIDE: 'on',
      EDITOR: 'vi',
      ORRERY_UNSET: undefined,
    },
    home: '/tide',
    electron: '45.0.0',
    version: '1.2.3',
    secretNames: () => new Set(['ORRERY_NOTE']),
    redact: createRedactor().text,
  })
  const { runtime, variables } = environment()
  expect(runtime).toContainEqual({ name: 'Orrery', value: '1.2.3' })
  expect(variables.map(({ name, secret }) => [name, secret])).toEqual([
    ['FEATURE_TIDE', false],
    ['HTTPS_PROXY', false],
    ['NODE_ENV', false],
    ['OPENAI_API_KEY', true],
    ['ORRERY_HOME', false],
    ['ORRERY_NOTE', true],
  ])
  expect(JSON.stringify(variables)).not.toMatch(/hunter2|sk-0123|registered-value/)
})
