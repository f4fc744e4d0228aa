import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Markdown } from '../../../markdown/Markdown.tsx'
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

it.each([
  ['words', '<img src=x onerror=alert(1)><script>alert(2)</script> [x](javascript:alert(3))'],
  [
    'a field',
    JSON.stringify({ report: '<svg onload=alert(1)>[x](data:text/html,y)![y](https://t.example/a)' }),
  ],
  ['the name of a field', JSON.stringify({ '**<iframe src="//evil.example">': 'fine' })],
  ['a value that is code', JSON.stringify([{ a: '```\n<script>alert(1)</script>' }])],
])('does nothing when %s of a result wants more than to be read', (_name, result) => {
  const html = renderToStaticMarkup(createElement(Markdown, { text: resultMarkdown(result) }))
  expect(html).not.toMatch(/<(img|script|svg onload|iframe)|href="(javascript|data):|<[^>]* on\w+=/i)
})
