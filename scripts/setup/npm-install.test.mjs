import { expect, it } from 'vitest'
import { matchesLock, missesOnlyUnresolvable } from './npm-install.mjs'

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

it('tells a lock that lacks packages of other systems from one that is out of date', () => {
  const unresolvable = 'npm error code EUSAGE\nnpm error Missing: @a/darwin@ from lock file\n'
  expect(missesOnlyUnresolvable(unresolvable)).toBe(true)
  expect(missesOnlyUnresolvable(`${unresolvable}npm error Missing: b@1.0.0 from lock file`)).toBe(false)
  expect(
    missesOnlyUnresolvable(`${unresolvable}npm error Invalid: lock file's c@1 does not satisfy c@2`),
  ).toBe(false)
  expect(missesOnlyUnresolvable('npm error code ENOTFOUND')).toBe(false)
})
