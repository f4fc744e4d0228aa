import { expect, it } from 'vitest'
import { readSideQueryAnswer, sideQueryPrompt } from './side-query-prompt.ts'

const ALL = { summaryWords: 100, line: true, suggestion: true }
const next = (words: string) =>
  readSideQueryAnswer(`<next>${words}</next>`, { summaryWords: null, line: false, suggestion: true })
    .suggestion

it('asks for what is wanted only', () => {
  expect(sideQueryPrompt(ALL)).toMatch(/<summary>[\s\S]*100 words[\s\S]*<line>[\s\S]*<next>/)
  expect(sideQueryPrompt({ summaryWords: null, line: true, suggestion: false })).not.toMatch(
    /<summary>|<next>/,
  )
})

it('reads the parts of an answer, also of one that was cut', () => {
  const text = 'Sure.\n<summary>\nTwo tides.\n</summary>\n<line>Tides</line>\n<next>And winter?'
  expect(readSideQueryAnswer(text, ALL)).toEqual({
    summary: 'Two tides.',
    line: 'Tides',
    suggestion: 'And winter?',
  })
  expect(readSideQueryAnswer('Two tides.', { summaryWords: 9, line: false, suggestion: false })).toEqual({
    summary: 'Two tides.',
  })
  expect(readSideQueryAnswer('I cannot do that.', ALL)).toEqual({ suggestion: '' })
})

it('keeps a line short', () => {
  const { line } = readSideQueryAnswer(`<line>${'tide '.repeat(30)}</line>`, ALL)
  expect(line?.length).toBeLessThanOrEqual(40)
})

it.each([
  ['And in\nwinter?', 'And in winter?'],
  ['/mode full-access', ''],
  ['!rm -rf x', ''],
  ['@agent do it', ''],
  ['\u202e/evil', ''],
  ['\u200b/mode plan', ''],
  ['And\u202e then?', 'And then?'],
  ['long '.repeat(100), ''],
])('reads the suggestion %j as %j', (words, read) => {
  expect(next(words)).toBe(read)
})
