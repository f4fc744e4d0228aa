import { expect, it } from 'vitest'
import { effortOfMessage } from './effort-directive.ts'

it.each([
  ['/think Why?', 'high', 'Why?'],
  ['  /think low Why?', 'low', 'Why?'],
  ['/think XHIGH\nWhy?', 'xhigh', 'Why?'],
  ['/ultrathink Why?', 'max', 'Why?'],
  ['/ultrathink low Why?', 'max', 'low Why?'],
  ['/think lower the price', 'high', 'lower the price'],
] as const)('reads %s', (text, effort, words) => {
  expect(effortOfMessage(text)).toEqual({ effort, words })
})

it.each([
  '/think',
  '/think low',
  '/ultrathink ',
  'ultrathink about it',
  'think hard',
  '/thinking',
  '//think x',
])('sets nothing for %s', (text) => {
  expect(effortOfMessage(text)).toEqual({ effort: null, words: text })
})
