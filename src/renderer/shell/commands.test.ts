import { describe, expect, it } from 'vitest'
import { type Command, findCommands } from './commands.ts'

const command = (group: string, name: string, hint = ''): Command => ({
  id: name,
  group,
  name,
  hint,
  symbol: null,
  run: () => undefined,
})
const all = [
  command('Chats', 'Fix VAT rounding', 'chat in ledger'),
  command('Chats', 'Round the totals', 'chat in orbit'),
  command('Screens', 'Vault'),
  command('Actions', '添加项目'),
]
const names = (query: string) => findCommands(all, query, 10).map((found) => found.command.name)

describe('findCommands', () => {
  it('finds by any part of the name or the hint, names that begin with it first', () => {
    expect(names('round')).toEqual(['Round the totals', 'Fix VAT rounding'])
    expect(names('ledger')).toEqual(['Fix VAT rounding'])
    expect(names('添加')).toEqual(['添加项目'])
  })

  it('wants every word', () => {
    expect(names('vat ledger')).toEqual(['Fix VAT rounding'])
    expect(names('vat orbit')).toEqual([])
  })

  it('keeps the groups together and shows everything for nothing', () => {
    expect(names('')).toEqual(all.map((each) => each.name))
  })

  it('marks what was typed', () => {
    expect(findCommands(all, 'vat', 1)[0]?.parts).toEqual([
      { text: 'Fix ', hit: false },
      { text: 'VAT', hit: true },
      { text: ' rounding', hit: false },
    ])
  })
})
