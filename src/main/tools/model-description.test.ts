import { expect, it } from 'vitest'
import { modelDescription } from './model-description.ts'

const TEXT = 'Reads.\n\n- `path`: a file.\n---\n- Pictures too.\n'

it('tells all of it, without the line between its parts', () => {
  expect(modelDescription(TEXT, false)).toBe('Reads.\n\n- `path`: a file.\n- Pictures too.\n')
})

it('tells a small window what stands above the line', () => {
  expect(modelDescription(TEXT, true)).toBe('Reads.\n\n- `path`: a file.\n')
})

it('tells a text without such a line as it is', () => {
  expect(modelDescription('Reads.\n', true)).toBe('Reads.\n')
})
