import { expect, it } from 'vitest'
import { appCommand } from './app-commands.ts'

it.each([
  ['/coordinator', { name: 'coordinator', words: '' }],
  ['  /coordinator  mend the clock\nsoon ', { name: 'coordinator', words: 'mend the clock\nsoon' }],
  ['/coordinators', null],
  ['/bug-hunt', null],
  ['please /coordinator', null],
  ['', null],
])('reads %j as %j', (text, command) => {
  expect(appCommand(text)).toEqual(command)
})
