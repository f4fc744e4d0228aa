import { expect, it } from 'vitest'
import { CATALOGUES, type MessageKey } from '../../messages/catalogues.ts'
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
