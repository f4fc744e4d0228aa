import { expect, it } from 'vitest'
import { linkTargetOf } from './links.ts'

it.each([
  ['javascript:alert(1)'],
  ['file:///etc/passwd'],
  ['data:text/html,<script>'],
  ['app://orrery/'],
  ['src/billing/tax.ts'],
  ['//evil.example'],
  [' JaVaScRiPt:alert(1)'],
  ['vscode://open'],
])('opens nothing for %s', (href) => {
  expect(linkTargetOf(href, 'words')).toBeNull()
})

it.each([
  ['https://example.com/a?b#c', 'the page', 'example.com', false],
  ['https://www.example.com/', 'example.com', 'www.example.com', false],
  ['https://evil.example/', 'https://bank.example/login', 'evil.example', true],
  ['https://evil.example/', 'bank.com', 'evil.example', true],
  ['https://evil.example/', 'tax.ts', 'evil.example', false],
  ['https://аррӏе.com/', 'apple', 'xn--80ak6aa92e.com', true],
  ['https://bank.example@evil.example/', 'bank', 'evil.example', true],
  ['http://localhost:5173/', 'the preview', 'localhost:5173', false],
  ['mailto:a@b.example', 'write', 'a@b.example', false],
])('shows where %s leads under the words "%s"', (href, words, host, suspicious) => {
  expect(linkTargetOf(href, words)).toMatchObject({ host, suspicious })
})
