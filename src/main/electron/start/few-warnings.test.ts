import { expect, it } from 'vitest'
import { silentLogger } from '../../lib/logger.ts'
import { createFewWarnings } from './few-warnings.ts'

it('writes twenty lines a minute and then a count', () => {
  const lines: unknown[] = []
  const clock = { now: 0 }
  const warn = createFewWarnings({
    logger: { ...silentLogger, warn: (...line) => lines.push(line) },
    now: () => clock.now,
  })
  for (let index = 0; index < 500; index++) warn('flood', { index })
  expect(lines).toHaveLength(20)
  expect(lines.at(-1)).toEqual(['flood', { index: 19 }])
  clock.now = 60_000
  warn('later')
  expect(lines.slice(20)).toEqual([
    ['More warnings of this kind came', { count: 480 }],
    ['later', undefined],
  ])
})
