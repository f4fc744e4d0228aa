import { expect, it } from 'vitest'
import { plainLine } from './plain-line.ts'

it.each([
  ['## Where the **time** goes', 'Where the time goes'],
  ['> run `npm test` in [the docs](https://a.example)', 'run npm test in the docs'],
  ['- one\n- two', 'one\ntwo'],
  ['![chart](a.png) is here', 'chart is here'],
  ['snake_case * 2 [x] a - b', 'snake_case * 2 [x] a - b'],
])('reads %s as one line', (source, text) => {
  expect(plainLine(source).text).toBe(text)
})

it('says where a place of the text went', () => {
  const source = 'the **high tide** of `today`'
  const { text, placeOf } = plainLine(source)
  const found = (word: string) =>
    text.slice(placeOf(source.indexOf(word)), placeOf(source.indexOf(word) + word.length))
  expect([found('the'), found('high'), found('tide'), found('today')]).toEqual([
    'the',
    'high',
    'tide',
    'today',
  ])
})
