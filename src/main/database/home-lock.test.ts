import { expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { lockHome } from './home-lock.ts'

it('gives a home to one holder at a time, until it is released', async () => {
  const folder = await openTempFolder('home lock')
  const first = lockHome(folder.at('home.lock'))
  expect(first).not.toBeNull()
  expect(lockHome(folder.at('home.lock'))).toBeNull()
  first?.release()
  const second = lockHome(folder.at('home.lock'))
  expect(second).not.toBeNull()
  second?.release()
})
