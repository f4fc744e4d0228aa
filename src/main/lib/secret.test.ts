import { format, inspect } from 'node:util'
import { expect, it } from 'vitest'
import { Secret } from './secret.ts'

const secret = new Secret('sk-marker-1234')

it('gives its text to whoever asks for it by name', () => {
  expect(secret.reveal()).toBe('sk-marker-1234')
})

it('hides its text from every way of writing a value down', () => {
  const written = [
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }, { showHidden: true, depth: null }),
    format('%s %o %j', secret, secret, secret),
    JSON.stringify(structuredClone({ ...secret })),
    String(new Error('failed', { cause: secret }).cause),
  ].join('\n')
  expect(written).toContain('[secret]')
  expect(written).not.toContain('marker')
})
