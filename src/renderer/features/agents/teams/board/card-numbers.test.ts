import { expect, it } from 'vitest'
import { readCardNumbers } from './card-numbers.ts'

it('reads the cards a person names, each once', () => {
  expect(readCardNumbers(' #3, 5  5，7 ')).toEqual({ ok: true, ids: [3, 5, 7] })
  expect(readCardNumbers('')).toEqual({ ok: true, ids: [] })
})

it('names the word that is no number of a card', () => {
  expect([readCardNumbers('3, four'), readCardNumbers('0'), readCardNumbers('2.5')]).toEqual([
    { ok: false, word: 'four' },
    { ok: false, word: '0' },
    { ok: false, word: '2.5' },
  ])
})
