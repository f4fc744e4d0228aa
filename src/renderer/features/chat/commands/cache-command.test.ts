import { expect, it } from 'vitest'
import { cacheCommand } from './cache-command.ts'

it.each([
  ['/break-cache', { do: 'set', to: 'once' }],
  ['/break-cache once', { do: 'set', to: 'once' }],
  ['/break-cache  ALWAYS ', { do: 'set', to: 'always' }],
  ['/break-cache off', { do: 'set', to: null }],
  ['/break-cache status', { do: 'status' }],
  ['/break-cache --help', { do: 'help' }],
  ['/break-cache never', { do: 'unknown' }],
  ['/break-caches', null],
  ['break-cache once', null],
])('reads %s', (text, expected) => {
  expect(cacheCommand(text)).toEqual(expected)
})
