import { expect, it } from 'vitest'
import { matchingTexts } from './matching-texts.ts'

it('finds texts with every word, in their order', () => {
  const texts = ['Mind the tide', 'The tide table', 'Moon']
  expect(matchingTexts(texts, 'TIDE the')).toEqual(['Mind the tide', 'The tide table'])
  expect(matchingTexts(texts, 'table')).toEqual(['The tide table'])
  expect(matchingTexts(texts, '')).toEqual(texts)
  expect(matchingTexts(texts, 'sun')).toEqual([])
})
