import { describe, expect, it } from 'vitest'
import { sharedStart, withTilde } from './path-text.ts'

describe('withTilde', () => {
  it.each([
    ['/home/lin', '/home/lin', '~'],
    ['/home/lin/code', '/home/lin', '~/code'],
    ['/home/linda/code', '/home/lin', '/home/linda/code'],
    ['C:\\Users\\李 明\\code', 'C:\\Users\\李 明', '~\\code'],
    ['\\\\server\\share\\code', 'C:\\Users\\lin', '\\\\server\\share\\code'],
    ['/srv', '', '/srv'],
  ])('writes %s with the home %s as %s', (path, home, text) => {
    expect(withTilde(path, home)).toBe(text)
  })
})

describe('sharedStart', () => {
  it('continues as far as all candidates agree', () => {
    expect(sharedStart('~/co', ['~/code', '~/code-old'])).toBe('~/code')
    expect(sharedStart('~/co', ['~/code'])).toBe('~/code')
  })

  it('adds nothing when there is nothing to add', () => {
    expect(sharedStart('~/code', ['~/code', '~/code-old'])).toBe('~/code')
    expect(sharedStart('~/x', [])).toBe('~/x')
  })
})
