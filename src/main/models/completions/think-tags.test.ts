import { describe, expect, it } from 'vitest'
import { createThinkTags, type Separated } from './think-tags.ts'

/** Separates a text in these chunks into reasoning and text. */
function separated(pieces: readonly string[]) {
  const tags = createThinkTags()
  const out: Separated[] = []
  for (const piece of pieces) tags.read(piece, out)
  tags.flush(out)
  let [text, reasoning] = ['', '']
  for (const each of out) {
    if (each.t === 'text') text += each.text
    else if (each.t === 'reasoning') reasoning += each.text
    else [text, reasoning] = ['', text + reasoning]
  }
  return { text: text.trim(), reasoning: reasoning.trim() }
}

const BOTH = { text: 'At noon.', reasoning: 'Two tides a day.' }

describe.each([
  ['in one piece', (text: string) => [text]],
  ['letter by letter', (text: string) => [...text]],
  ['in pieces of seven', (text: string) => text.match(/[\s\S]{1,7}/g) ?? []],
])('reasoning in the text of an answer, %s', (_how, cut) => {
  it.each([
    '<think>\nTwo tides a day.\n</think>\n\nAt noon.',
    '\n\n<think>Two tides a day.</think>At noon.',
    '<thinking>Two tides a day.</thinking>\nAt noon.',
    '<THINK>Two tides a day.</THINK>\nAt noon.',
    '[THINK]Two tides a day.[/THINK]At noon.',
    '<think>Two </think>\n<think>tides a day.</think>At noon.',
    '<|channel|>analysis<|message|>Two tides a day.<|end|><|start|>assistant<|channel|>final<|message|>At noon.',
    'Two tides a day.\n</think>\n\nAt noon.',
    'Two tides a day.</think>\n\nAt noon.',
  ])('is kept apart: %j', (text) => {
    expect(separated(cut(text))).toEqual(BOTH)
  })

  it.each([
    'Write `<think>` to open it and `</think>` to close it.',
    '```\n<think>\na\n</think>\n\nb\n```\nThat is the template.',
    'The template reads\n```\nthoughts\n</think>\n\nwords\n```',
    'It begins with <think> and ends with\n</think>\non a line.',
    '<div>At noon.</div>',
    '< think > is no mark.',
    'a < b and </thing> and </think',
  ])('leaves words about marks alone: %j', (text) => {
    expect(separated(cut(text))).toEqual({ text, reasoning: '' })
  })

  it('drops a mark that ends nothing at the beginning', () => {
    expect(separated(cut('\n</think>\n\nAt noon.'))).toEqual({ text: 'At noon.', reasoning: '' })
  })

  it('takes all for reasoning that is never ended', () => {
    expect(separated(cut('<think>Two tides a day.'))).toEqual({ text: '', reasoning: 'Two tides a day.' })
  })
})

it('takes a later mark for words once the server sends reasoning in a field of its own', () => {
  const tags = createThinkTags()
  const out: Separated[] = []
  tags.isSeparate()
  tags.read('Tides.\n</think>\n\nAt noon.', out)
  tags.flush(out)
  expect(out).toEqual([{ t: 'text', text: 'Tides.\n</think>\n\nAt noon.' }])
})

it('looks at very many marks and blanks in a moment', () => {
  const began = performance.now()
  expect(separated(Array.from({ length: 50_000 }, () => 'a </think> b ')).reasoning).toBe('')
  separated(Array.from({ length: 50_000 }, () => ' \n'))
  expect(performance.now() - began).toBeLessThan(3_000)
})
