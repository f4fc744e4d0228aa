import { expect, it } from 'vitest'
import { matchesLock } from './npm-install.mjs'

const lock = {
  packages: {
    '': { name: 'app' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a-darwin': { version: '1.0.0', optional: true },
  },
}

it('matches when every package is there in its version; other systems may be absent', () => {
  expect(matchesLock(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true)
})

it('does not match another version, a missing package or one too many', () => {
  const a = { version: '1.0.0' }
  expect(matchesLock(lock, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false)
  expect(matchesLock(lock, { packages: {} })).toBe(false)
  expect(matchesLock(lock, { packages: { 'node_modules/a': a, 'node_modules/b': a } })).toBe(false)
})
