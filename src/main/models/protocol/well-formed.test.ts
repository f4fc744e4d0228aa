import { expect, it } from 'vitest'
import { wellFormedJson, wellFormedText } from './well-formed.ts'

it('replaces halves of signs that stand alone, and nothing else', () => {
  expect(wellFormedText('a\ud83cb 🌊')).toBe('a\ufffdb 🌊')
  const args = { path: 'a\ud83c', '\udf0a': 'code: "\\ud83c" and 🌊', deep: ['\\\ud83c'] }
  expect(JSON.parse(wellFormedJson(JSON.stringify(args)))).toEqual({
    path: 'a\ufffd',
    '\ufffd': 'code: "\\ud83c" and 🌊',
    deep: ['\\\ufffd'],
  })
})
