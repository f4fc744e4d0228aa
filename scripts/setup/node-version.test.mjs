import { describe, expect, it } from 'vitest'
import { checkNode, compareVersions } from './node-version.mjs'

describe('compareVersions', () => {
  it('compares number by number, not letter by letter', () => {
    expect(compareVersions('20.19.0', '20.9.9')).toBeGreaterThan(0)
    expect(compareVersions('v20.19.0', '20.19')).toBe(0)
    expect(compareVersions('18.20.4', '20.19.0')).toBeLessThan(0)
  })

  it('does not count what follows a dash', () => {
    expect(compareVersions('22.0.0-nightly', '22.0.0')).toBe(0)
  })
})

describe('checkNode', () => {
  it('says what to do when Node is too old', () => {
    expect(() => checkNode('20.18.3')).toThrow('This is Node 20.18.3; Orrery needs 20.19.0 or newer.')
  })

  it('accepts the oldest and newer ones', () => {
    checkNode('20.19.0')
    checkNode('26.0.0')
  })
})
