import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { STOPPED_BY_YOU } from './stopped-by-you.ts'
import { stoppedWords } from './stopped-words.ts'

it.each([
  [AppError.cancelled(STOPPED_BY_YOU), 12_300, 'stopped by the person after 12 s'],
  [AppError.cancelled(STOPPED_BY_YOU), 300, 'stopped by the person'],
  [AppError.cancelled('Orrery was closed.'), 2_000, 'stopped after 2 s: Orrery was closed'],
  [undefined, 2_000, 'stopped after 2 s'],
])('names who stopped a call', (reason, ms, words) => {
  expect(stoppedWords(reason, ms)).toBe(words)
})
