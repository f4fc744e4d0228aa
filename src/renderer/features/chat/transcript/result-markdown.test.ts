import { expect, it } from 'vitest'
import { resultMarkdown } from './result-markdown.ts'

it.each([
  ['words stay as they are', 'All **good**.', 'All **good**.'],
  [
    'an object is read field by field',
    '{"report":"# Fine","parts":2,"left":null}',
    '**report**\n\n# Fine\n\n**parts**\n\n`2`\n\n**left**\n\n`null`',
  ],
  ['a list is code', '[1]', '```json\n[\n  1\n]\n```'],
  ['code stays within its marks', '["```"]', '````json\n[\n  "```"\n]\n````'],
  ['what was cut is code', '{"report": "be', '```json\n{"report": "be\n```'],
])('%s', (_name, result, markdown) => {
  expect(resultMarkdown(result)).toBe(markdown)
})
