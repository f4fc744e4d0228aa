import { expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

it.each([
  ['a value', '{"a":[1,null,"b"]}'],
  ['a long text', JSON.stringify('[['.repeat(5_000))],
  ['500 lists in one another', lists(500)],
  ['500 objects in one another', objects(500)],
])('reads %s', (_name, text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text))
})

it.each([
  ['what is no JSON', '{"a":'],
  ['501 lists in one another', lists(501)],
  ['501 objects in one another', `[1,${objects(501)}]`],
  ['a million lists in one another', lists(1_000_000)],
])('refuses %s in the same way', (_name, text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
})
