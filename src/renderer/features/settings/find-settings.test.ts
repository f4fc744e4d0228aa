import { expect, it } from 'vitest'
import { CATALOGUES, type MessageKey } from '../../messages/catalogues.ts'
import { SETTINGS_SECTIONS } from '../../store/app-state.ts'
import { findSettings } from './find-settings.ts'

const textIn = (locale: 'en' | 'zh-CN') => (key: MessageKey) => {
  const message: unknown = CATALOGUES[locale][key]
  return typeof message === 'string' ? message : ''
}
const titles = (words: string, locale: 'en' | 'zh-CN' = 'en') =>
  findSettings(words, textIn(locale)).map(({ section, title }) => `${section}: ${title}`)

it('finds settings by words of their titles and descriptions, titles first', () => {
  expect(titles('LOG')).toEqual(['diagnostics: Log level', 'diagnostics: Logs'])
  expect(titles('last window tray')).toEqual(['appearance: Keep running in the background'])
  expect(titles('notifications')[0]).toBe('appearance: Desktop notifications')
})

it('finds them in Chinese', () => {
  expect(titles('托盘', 'zh-CN')).toEqual(['appearance: 在后台继续运行'])
})

it('finds nothing for no words, and for words that no setting has', () => {
  expect([titles('  '), titles('zebra')]).toEqual([[], []])
})

it.each(SETTINGS_SECTIONS)('finds the section %s by its name in both languages', (section) => {
  for (const locale of ['en', 'zh-CN'] as const) {
    const name = textIn(locale)(`settings.${section}`)
    expect(findSettings(name, textIn(locale))).toContainEqual({ section, title: name, isSection: true })
    expect(findSettings(section, textIn(locale)).map((found) => found.section)).toContain(section)
  }
})

it.each([
  ['dark', '深色', 'appearance: Theme'],
  ['font', '字体', 'appearance: Text size'],
  ['sandbox', '沙箱', 'permissions: Sandbox'],
  ['embedding', '嵌入', 'memory: Semantic search'],
  ['status line', '状态行', 'layers: Status line, set with /statusline in a chat'],
  ['spending', '支出', 'usage: Usage'],
  ['vim', 'Vim', 'appearance: Vim keys in the message box'],
])('finds %s and %s', (english, chinese, expected) => {
  expect(titles(english)).toContain(expected)
  const place = expected.slice(0, expected.indexOf(':'))
  expect(titles(chinese, 'zh-CN').map((title) => title.slice(0, title.indexOf(':')))).toContain(place)
})
