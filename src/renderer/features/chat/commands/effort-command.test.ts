import { expect, it } from 'vitest'
import { effortCommand } from './effort-command.ts'

it.each([
  ['', { do: 'panel' }],
  ['current', { do: 'status' }],
  ['--help', { do: 'help' }],
  ['Auto', { do: 'set', effort: null }],
  [' xhigh ', { do: 'set', effort: 'xhigh' }],
  ['huge', { do: 'unknown', word: 'huge' }],
])('reads %j', (words, expected) => {
  expect(effortCommand(words)).toEqual(expected)
})
