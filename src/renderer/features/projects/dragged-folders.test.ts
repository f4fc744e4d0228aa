import { expect, it } from 'vitest'
import { foldersIn } from './dragged-folders.ts'

const FOLDER = { kind: 'file', type: '' }

it.each([
  ['a folder', [FOLDER], 1],
  ['three folders', [FOLDER, FOLDER, FOLDER], 3],
  ['a picture', [{ kind: 'file', type: 'image/png' }], 0],
  ['a folder beside a picture', [FOLDER, { kind: 'file', type: 'image/png' }], 1],
  ['words', [{ kind: 'string', type: 'text/plain' }], 0],
  ['a row of this window', [{ kind: 'string', type: '' }], 0],
  ['nothing', [], 0],
])('of %s', (_what, items, count) => {
  expect(foldersIn({ items })).toBe(count)
})

it('takes a drag without data for none', () => {
  expect(foldersIn(null)).toBe(0)
})
