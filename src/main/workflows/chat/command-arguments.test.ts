import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandArguments } from './command-arguments.ts'

const panel = {
  type: 'object',
  properties: {
    question: { type: 'string' },
    judges: { type: 'integer' },
    approaches: { type: 'array', items: { type: 'string' } },
  },
  required: ['question'],
}
const survey = { type: 'object', properties: { focus: { type: 'string' } } }
const two = { ...panel, required: ['question', 'judges'] }

describe('the arguments of a command', () => {
  it.each([
    ['', panel, null],
    ['{"question":"why?","judges":2}', panel, { question: 'why?', judges: 2 }],
    ['What should a newcomer read first?', panel, { question: 'What should a newcomer read first?' }],
    ['42', panel, { question: '42' }],
    ['question="Why \\"this\\" one?" judges=5', panel, { question: 'Why "this" one?', judges: 5 }],
    ['approaches=\'["a","b"]\' question=七', panel, { approaches: ['a', 'b'], question: '七' }],
    ['question=12', panel, { question: '12' }],
    ['the tests', survey, { focus: 'the tests' }],
    // A name the script does not know is a part of what is said.
    ['set x=1 in main', panel, { question: 'set x=1 in main' }],
    ['x=1', panel, { question: 'x=1' }],
    ['which of two?', two, 'which of two?'],
    ['any words', null, 'any words'],
    ['[1, 2]', null, [1, 2]],
    ['7', null, 7],
  ])('are read from %j', (text, schema, args) => {
    expect(commandArguments(text, schema)).toEqual(args)
  })

  it('lose no word of a text and never throw', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const args = commandArguments(`why ${text}`, panel)
        expect(args).toEqual({ question: `why ${text}`.trim() })
      }),
    )
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void commandArguments(text, panel)))
  })
})
