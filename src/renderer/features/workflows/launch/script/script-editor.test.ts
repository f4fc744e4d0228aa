import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diagnosticsIn } from './script-editor.ts'

const SCRIPT = 'phase("Look")\nreturn await agnet("Hi")\n'
const state = EditorState.create({ doc: SCRIPT })
const marked = (line: number, column: number) =>
  diagnosticsIn(state, [{ line, column, message: 'wrong' }]).map(({ from, to }) => SCRIPT.slice(from, to))

it('marks a line from where the problem begins', () => {
  expect(diagnosticsIn(state, [{ line: 2, column: 14, message: 'There is no agnet.' }])).toEqual([
    { from: 27, to: 38, severity: 'error', message: 'There is no agnet.' },
  ])
  expect(marked(2, 14)).toEqual(['agnet("Hi")'])
})

it('marks what is left of a text that has become shorter since it was looked at', () => {
  expect(marked(2, 400)).toEqual([')'])
  expect(marked(400, 1)).toEqual([''])
  expect(marked(1, 1)).toEqual(['phase("Look")'])
})

it('never marks a place outside of the text', () => {
  const place = fc.record({
    line: fc.integer({ min: 1, max: 1_000_000 }),
    column: fc.integer({ min: 1, max: 1_000_000 }),
    message: fc.string(),
  })
  fc.assert(
    fc.property(fc.string(), fc.array(place), (text, problems) => {
      const any = EditorState.create({ doc: text })
      for (const { from, to } of diagnosticsIn(any, problems)) {
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeGreaterThanOrEqual(from)
        expect(to).toBeLessThanOrEqual(any.doc.length)
      }
    }),
  )
})
