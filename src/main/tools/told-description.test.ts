import { expect, it } from 'vitest'
import { toldDescription } from './told-description.ts'

const TEXT = 'Reads.\n\n- `path`: a file.\n---\n- Pictures too.\n'

it('tells all of it, without the line between its parts', () => {
  expect(toldDescription(TEXT, false)).toBe('Reads.\n\n- `path`: a file.\n- Pictures too.\n')
})

it('tells a small window what stands above the line', () => {
  expect(toldDescription(TEXT, true)).toBe('Reads.\n\n- `path`: a file.\n')
})

it('tells a text without such a line as it is', () => {
  expect(toldDescription('Reads.\n', true)).toBe('Reads.\n')
})
