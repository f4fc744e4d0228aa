import { expect, it } from 'vitest'
import { textIn } from '../../messages/TextProvider.tsx'
import { maskWords } from './mask-words.ts'

it.each([
  ['foo-...e (16 chars)', 'foo-...e（16 个字符）'],
  ['... (15 chars)', '...（15 个字符）'],
  ['... (short)', '...（很短）'],
  ['密钥一二...) (31 chars)', '密钥一二...)（31 个字符）'],
])('says the length of %s in the language of the window', (mask, chinese) => {
  expect(maskWords(mask, textIn('zh-CN'))).toBe(chinese)
  expect(maskWords(mask, textIn('en'))).toBe(mask)
})
