import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJsonWriter } from './json-writer.ts'

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('word '.repeat(100), '中文 "quoted"\n\\ \u2028'.repeat(40)),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('any'), { maxLength: 4 }),
  object: fc.dictionary(fc.oneof(text, fc.constantFrom('parameters', 'input_schema')), tie('any'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
}))
const read = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes))

it('writes what JSON.stringify writes, request after request', () => {
  const write = createJsonWriter()
  fc.assert(
    fc.property(value.object, (body) => {
      const json = JSON.stringify(body)
      fc.pre(!json.includes('\\ud'))
      expect(read(write(body as object))).toEqual(JSON.parse(json))
    }),
  )
})

it('replaces halves of signs, also in keys and schemas', () => {
  const body = { 'a\ud83c': 'b\ud83c'.repeat(200), tools: [{ parameters: { 'c\udf0a': 'd\ud83c' } }] }
  expect(read(createJsonWriter()(body))).toEqual({
    'a\ufffd': 'b\ufffd'.repeat(200),
    tools: [{ parameters: { 'c\ufffd': 'd\ufffd' } }],
  })
})

it('encodes each long text once over all requests of a conversation', () => {
  const encoded: string[] = []
  const write = createJsonWriter((text) => {
    encoded.push(text[0] ?? '')
    return Buffer.from(JSON.stringify(text))
  })
  const messages: { role: string; content: string }[] = []
  for (const letter of ['a', 'b', 'c']) {
    messages.push({ role: 'user', content: letter.repeat(1_000) })
    expect(read(write({ messages }))).toEqual({ messages })
  }
  expect(encoded).toEqual(['a', 'b', 'c'])
})

it('keeps no text that the newest request did not have', () => {
  const encoded: string[] = []
  const write = createJsonWriter((text) => {
    encoded.push(text[0] ?? '')
    return Buffer.from(JSON.stringify(text))
  })
  for (const letter of ['a', 'b', 'a']) write({ content: letter.repeat(1_000) })
  expect(encoded).toEqual(['a', 'b', 'a'])
})
