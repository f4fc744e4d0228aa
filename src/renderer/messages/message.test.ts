import { describe, expect, it } from 'vitest'
import { localeOf } from './catalogues.ts'
import { format, piecesOf } from './message.ts'

const COUNT = { one: '{count} model', other: '{count} models' }

describe('format', () => {
  it('puts values where their names stand', () => {
    expect(format('chat in {project}', { project: 'ledger' }, 'en')).toBe('chat in ledger')
  })

  it('chooses the plural form of the language and writes the number its way', () => {
    expect([1, 0, 12_000].map((count) => format(COUNT, { count }, 'en'))).toEqual([
      '1 model',
      '0 models',
      '12,000 models',
    ])
    expect(format({ other: '{count} 个模型' }, { count: 1 }, 'zh-CN')).toBe('1 个模型')
  })

  it('leaves braces in a value alone', () => {
    expect(format('{a}', { a: '{b}' }, 'en')).toBe('{b}')
  })
})

it('cuts a message into words and gaps', () => {
  expect(piecesOf('From {folder}.', {}, 'en')).toEqual([{ text: 'From ' }, { name: 'folder' }, { text: '.' }])
})

it.each([
  ['system', 'zh-Hans-CN', 'zh-CN'],
  ['system', 'de-DE', 'en'],
  ['zh-CN', 'en-GB', 'zh-CN'],
  ['en', 'zh-CN', 'en'],
] as const)('with the choice %s a %s system speaks %s', (choice, system, locale) => {
  expect(localeOf(choice, system)).toBe(locale)
})
