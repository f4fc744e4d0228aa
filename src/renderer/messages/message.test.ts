import { describe, expect, it } from 'vitest'
import { localeOf } from './catalogues.ts'
import { wordsIn } from './message.ts'

const COUNT = { one: '{count} model', other: '{count} models' }

const en = wordsIn('en')

describe('format', () => {
  it('puts values where their names stand', () => {
    expect(en.format('chat in {project}', { project: 'ledger' })).toBe('chat in ledger')
  })

  it('chooses the plural form of the language and writes the number its way', () => {
    expect([1, 0, 12_000].map((count) => en.format(COUNT, { count }))).toEqual([
      '1 model',
      '0 models',
      '12,000 models',
    ])
    expect(wordsIn('zh-CN').format({ other: '{count} 个模型' }, { count: 1 })).toBe('1 个模型')
  })

  it('leaves braces in a value alone', () => {
    expect(en.format('{a}', { a: '{b}' })).toBe('{b}')
  })
})

it('cuts a message into words and gaps', () => {
  expect(en.piecesOf('From {folder}.', {})).toEqual([{ text: 'From ' }, { name: 'folder' }, { text: '.' }])
})

it.each([
  ['system', 'zh-Hans-CN', 'zh-CN'],
  ['system', 'de-DE', 'en'],
  ['zh-CN', 'en-GB', 'zh-CN'],
  ['en', 'zh-CN', 'en'],
] as const)('with the choice %s a %s system speaks %s', (choice, system, locale) => {
  expect(localeOf(choice, system)).toBe(locale)
})
