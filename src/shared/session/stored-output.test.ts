import { expect, it } from 'vitest'
import type { BlobId } from '../ids.ts'
import { outputName, outputTail } from './stored-output.ts'

const ID = 'blb_0mf8k2h1q0003a9c7xk41pz2e' as BlobId

it('names an output by the end of its id', () => {
  expect(outputName(ID)).toBe('orrery-output:xk41pz2e')
  expect(outputTail(outputName(ID))).toBe(ID.slice(-8))
})

it.each([
  ['the whole id', `orrery-output:${ID}`],
  ['capitals and a space', ' Orrery-Output: XK41PZ2E'],
])('reads %s', (_, name) => {
  expect(outputTail(name)).toBe('xk41pz2e')
})

it.each(['./orrery-output:xk41pz2e', 'orrery-output:../secret', 'orrery-output:', 'src/a.ts'])(
  'takes %s for a path',
  (path) => {
    expect(outputTail(path)).toBeNull()
  },
)
