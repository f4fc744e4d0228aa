import { describe, expect, it } from 'vitest'
import { type TreeRow, treeMove, typeAhead } from './tree-keys.ts'

const row = (id: string, level: number, expanded: boolean | null): TreeRow => ({
  id,
  level,
  expanded,
  name: id,
})
const rows = [
  row('home', 1, true),
  row('code', 2, true),
  row('atlas', 3, null),
  row('ledger', 3, false),
  row('Documents', 2, false),
]

describe('treeMove', () => {
  it.each([
    ['code', 'ArrowDown', { to: 'cursor', id: 'atlas' }],
    ['code', 'ArrowUp', { to: 'cursor', id: 'home' }],
    ['home', 'ArrowUp', { to: 'cursor', id: 'home' }],
    ['home', 'End', { to: 'cursor', id: 'Documents' }],
    ['ledger', 'Home', { to: 'cursor', id: 'home' }],
    ['home', 'PageDown', { to: 'cursor', id: 'ledger' }],
    ['ledger', 'ArrowRight', { to: 'expand', id: 'ledger' }],
    ['code', 'ArrowRight', { to: 'cursor', id: 'atlas' }],
    ['atlas', 'ArrowRight', null],
    ['code', 'ArrowLeft', { to: 'collapse', id: 'code' }],
    ['atlas', 'ArrowLeft', { to: 'cursor', id: 'code' }],
    ['ledger', 'Enter', { to: 'open', id: 'ledger' }],
    ['ledger', 'Escape', null],
  ])('from %s, %s gives %o', (cursor, key, move) => {
    expect(treeMove(rows, cursor, key, 3)).toEqual(move)
  })

  it('goes to the first row when nothing has the cursor', () => {
    expect(treeMove(rows, null, 'ArrowDown', 3)).toEqual({ to: 'cursor', id: 'home' })
  })
})

describe('typeAhead', () => {
  it('finds the next row that starts with a letter, and begins again at the top', () => {
    expect(typeAhead(rows, 'code', 'd')).toBe('Documents')
    expect(typeAhead(rows, 'Documents', 'a')).toBe('atlas')
  })

  it('stays on the row while more letters fit it', () => {
    expect(typeAhead(rows, 'ledger', 'led')).toBe('ledger')
  })

  it('finds nothing when no name fits', () => {
    expect(typeAhead(rows, 'home', 'z')).toBeNull()
  })
})
