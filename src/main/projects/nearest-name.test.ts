import { describe, expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

describe('nearestName', () => {
  it.each([
    ['tarif-tables', ['tariff-tables', 'scripts'], 'tariff-tables'],
    ['ldeger', ['ledger', 'leger'], 'ledger'],
    ['LEDGER', ['ledger'], 'ledger'],
    ['abc', ['xyz', 'ab'], 'ab'],
    ['a', ['xyz', 'bcd'], null],
    ['completely', ['different'], null],
  ])('takes %j among %j for %j', (typed, names, near) => {
    expect(nearestName(typed, names)).toBe(near)
  })
})
