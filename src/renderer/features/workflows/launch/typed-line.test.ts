import { expect, it } from 'vitest'
import { lineAt, placesFor, withLine } from './typed-line.ts'

it('completes the line the caret is in and leaves the others', () => {
  const text = 'src/api\nsrc/ex\ntest'
  const line = lineAt(text, 14)
  expect(line).toEqual({ from: 8, to: 14, typed: 'src/ex' })
  expect(withLine(text, line, 'src/export')).toEqual({ text: 'src/api\nsrc/export\ntest', caret: 18 })
  expect(lineAt('', 0)).toEqual({ from: 0, to: 0, typed: '' })
})

it('offers the folders that fit before the files', () => {
  expect(placesFor(['src/api/tide.ts', 'api.ts'], 'api')).toEqual(['src/api', 'src/api/tide.ts', 'api.ts'])
})
