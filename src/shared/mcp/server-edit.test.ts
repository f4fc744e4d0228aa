import { expect, it } from 'vitest'
import { KEPT_VALUE, withKeptValues, withoutValues } from './server-edit.ts'

const stored = { command: 'npx', env: { TOKEN: 'plain secret', KEY: 'vault:key' } }

it('shows references and hides plain values', () => {
  expect(withoutValues(stored)).toEqual({ command: 'npx', env: { TOKEN: KEPT_VALUE, KEY: 'vault:key' } })
  expect(withoutValues({ url: 'https://a.example' })).toEqual({ url: 'https://a.example' })
})

it('keeps the values that were not changed', () => {
  const changed = { command: 'node', env: { TOKEN: KEPT_VALUE, MORE: 'x' } }
  expect(withKeptValues(changed, stored)).toEqual({
    command: 'node',
    env: { TOKEN: 'plain secret', MORE: 'x' },
  })
})

it('refuses to keep a value that is not there', () => {
  expect(withKeptValues({ command: 'npx', env: { OTHER: KEPT_VALUE } }, stored)).toBeNull()
})
