import { describe, expect, it } from 'vitest'
import { nearest, parentPart, sharedStart, withTilde } from './path-text.ts'

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

describe('nearest', () => {
  it('forgives a slip', () => {
    expect(nearest('~/code/tarif-tables', ['/h/code/atlas', '/h/code/tariff-tables'])).toBe(
      '/h/code/tariff-tables',
    )
    expect(nearest('C:\\code\\ledgr', ['C:\\code\\ledger'])).toBe('C:\\code\\ledger')
  })

  it('suggests nothing when the names have little in common', () => {
    expect(nearest('~/code/zzz', ['/h/code/atlas'])).toBeNull()
    expect(nearest('~/code/x', [])).toBeNull()
  })
})

describe('parentPart', () => {
  it.each([
    ['~/code/tarif', '~/code/'],
    ['C:\\code\\led', 'C:\\code\\'],
    ['led', ''],
  ])('of %s is %s', (path, parent) => {
    expect(parentPart(path)).toBe(parent)
  })
})
