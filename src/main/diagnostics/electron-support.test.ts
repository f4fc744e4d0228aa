import { expect, it } from 'vitest'
import { hasSecurityUpdates } from './electron-support.ts'

it.each([
  ['33.2.1', false],
  ['42.9.0', false],
  ['43.0.0', true],
  ['101.0.0-beta.1', true],
  ['unknown', true],
])('knows of Electron %s whether it gets security updates', (version, supported) => {
  expect(hasSecurityUpdates(version)).toBe(supported)
})
