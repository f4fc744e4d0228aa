import { expect, it } from 'vitest'
import { draftOf, readTry, tryFields } from './schema-form.ts'

const FIELDS = tryFields({
  properties: {
    query: { type: 'string', description: 'Words' },
    limit: { type: 'integer' },
    sort: { enum: ['new', 'old'] },
    deep: { type: 'boolean' },
    filter: { type: 'object' },
  },
  required: ['query'],
})

it('makes a field for each argument', () => {
  expect(FIELDS.map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ['query', 'text', true],
    ['limit', 'integer', false],
    ['sort', 'choice', false],
    ['deep', 'boolean', false],
    ['filter', 'json', false],
  ])
})

it('reads entries and leaves empty optional ones out', () => {
  expect(readTry(FIELDS, { query: 'tide', limit: '5', deep: 'true', filter: '{"a":[1]}' })).toEqual({
    ok: true,
    args: { query: 'tide', limit: 5, deep: true, filter: { a: [1] } },
  })
  expect(readTry(FIELDS, { query: '' })).toEqual({ ok: true, args: { query: '' } })
})

it('names wrong entries', () => {
  expect(readTry(FIELDS, { query: 'x', limit: '5.5', sort: 'none', filter: '{' })).toEqual({
    ok: false,
    wrong: ['limit', 'sort', 'filter'],
  })
})

it('returns the entries of earlier arguments', () => {
  const args = { query: 'tide', limit: 5, deep: false, filter: { a: 1 } }
  const draft = draftOf(FIELDS, args)
  expect(draft).toEqual({ query: 'tide', limit: '5', deep: 'false', filter: '{"a":1}' })
  expect(readTry(FIELDS, draft)).toEqual({ ok: true, args })
})

it.each([{}, { properties: [] }, { properties: { a: null, constructor: 7 } }, { required: 'all' }])(
  'takes a schema of any shape: %j',
  (schema) => {
    expect(readTry(tryFields(schema), {})).toEqual({ ok: true, args: {} })
  },
)
