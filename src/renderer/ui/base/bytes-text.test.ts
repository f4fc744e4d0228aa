import { expect, it } from 'vitest'
import { bytesText } from './bytes-text.ts'

it.each([
  [0, '0 bytes', '0字节'],
  [1, '1 byte', '1字节'],
  [22, '22 bytes', '22字节'],
  [1_024, '1 kB', '1 kB'],
  [1_300_000, '1.2 MB', '1.2 MB'],
  [25 * 1024 ** 2, '25 MB', '25 MB'],
  [2 * 1024 ** 3, '2 GB', '2 GB'],
])('shows %i bytes', (bytes, english, chinese) => {
  expect(bytesText('en', bytes)).toBe(english)
  expect(bytesText('zh-CN', bytes).replace(/\u00a0/g, ' ')).toBe(chinese)
})
