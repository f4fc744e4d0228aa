import { expect, it } from 'vitest'
import { bytesText } from './bytes-text.ts'

it.each([
  [0, '0 bytes', '0字节'],
  [1, '1 byte', '1字节'],
  [22, '22 bytes', '22字节'],
  [1_024, '1 kB', '1 kB'],
  [999, '999 bytes', '999字节'],
  [1_000, '1 kB', '1 kB'],
  [1_008 * 1024, '1 MB', '1 MB'],
  [999.4 * 1024, '999 kB', '999 kB'],
  [1_000 * 1024 ** 3, '1,000 GB', '1,000 GB'],
  [1_300_000, '1.2 MB', '1.2 MB'],
  [25 * 1024 ** 2, '25 MB', '25 MB'],
  [2 * 1024 ** 3, '2 GB', '2 GB'],
])('shows %i bytes', (bytes, english, chinese) => {
  expect(bytesText('en', bytes)).toBe(english)
  expect(bytesText('zh-CN', bytes).replace(/\u00a0/g, ' ')).toBe(chinese)
})
