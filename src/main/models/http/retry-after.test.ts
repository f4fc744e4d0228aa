import { expect, it } from 'vitest'
import { retryAfterOf } from './retry-after.ts'

const NOW = Date.parse('2026-05-04T10:00:00Z')

it.each([
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': 'Mon, 04 May 2026 10:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Mon, 04 May 2026 09:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-3' }, null],
  [{}, null],
])('reads %j as %s', (headers, expected) => {
  expect(retryAfterOf(new Headers(headers as Record<string, string>), NOW)).toBe(expected)
})
