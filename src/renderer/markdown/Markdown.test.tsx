import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Markdown } from './Markdown.tsx'

const markup = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

it.each([
  ['<img src=x onerror=alert(1)>', '<img'],
  ['<script>alert(1)</script>', '<script'],
  ['words <b onclick="x()">raw</b>', '<b'],
  ['[x](javascript:alert(1))', 'href'],
  ['[x](data:text/html,y)', 'href'],
  ['![x](https://tracker.example/a.png)', '<img'],
  ['![x](data:image/png;base64,AAAA)', '<img'],
  ['<iframe src="https://evil.example"></iframe>', '<iframe'],
  ['<svg onload=alert(1)>', '<svg onload'],
  ['<style>*{display:none}</style>', '<style'],
  ['<form action="https://x.example"><input name=a></form>', '<form'],
  ['<a href="javascript:alert(1)">x</a>', '<a'],
  ['[x](JaVaScRiPt:alert(1))', 'href'],
  ['[x](file:///etc/passwd)', 'href'],
  ['[x](vscode://x/y)', 'href'],
  ['<javascript:alert(1)>', 'href'],
  ['[x]: javascript:alert(1)\n\n[x]', 'href'],
  ['![x](data:image/svg+xml,<svg onload=alert(1)>)', '<img'],
])('shows %s without letting it do anything', (text, forbidden) => {
  expect(markup(text)).not.toContain(forbidden)
})

it('offers a picture from elsewhere as a link that names its host', () => {
  const html = markup('![a chart](https://tracker.example/a.png)')
  expect(html).toContain('href="https://tracker.example/a.png"')
  expect(html).toContain('a chart (picture on tracker.example)')
})

it('names the real host of a link whose words promise another one', () => {
  expect(markup('[bank.com](https://evil.example/)')).toContain('(evil.example)')
})

it('draws references, tables, tasks and code as elements', () => {
  const html = markup(
    'See [it][1] &amp; `a < b`.\n\n| a |\n|--:|\n| 1 |\n\n- [x] done\n\n```ts\nlet a\n```\n\n[1]: https://a.example',
  )
  expect(html).toContain('href="https://a.example/"')
  expect(html).toContain('&amp; <code')
  expect(html).toContain('a &lt; b')
  expect(html).toContain('text-align:right')
  expect(html).toContain('type="checkbox"')
  expect(html).toContain('TypeScript')
})

it('keeps the words of a list item on one line, whatever is marked in them', () => {
  expect(markup('1. it is **bold** and `code`, yes')).toMatch(
    /<li[^>]*><div[^>]*><p[^>]*>it is <strong[^>]*>bold<\/strong> and <code[^>]*>code<\/code>, yes<\/p><\/div><\/li>/,
  )
})

it('shows a formula as its source until it is set', () => {
  expect(markup('$e^x$ costs $5 and $6')).toMatch(/<code[^>]*>e\^x<\/code>.* costs \$5 and \$6/)
})

it('keeps generics, comparisons and lists in lists', () => {
  const words = (text: string) => markup(text).replace(/<[^>]*>/g, '')
  expect(words('Map<string, List<T>> if a<b && c>d')).toContain(
    'Map&lt;string, List&lt;T&gt;&gt; if a&lt;b &amp;&amp; c&gt;d',
  )
  expect(markup('1. one\n   - two\n     - three\n\n       ```js\n       x()\n       ```\n2. four')).toMatch(
    /<ol[^>]*>[\s\S]*<ul[\s\S]*<ul[\s\S]*<pre[\s\S]*x\(\)/,
  )
  expect(words('| a | b |\n|---|---|\n| `x\\|y` | 1 |\n| 2 |')).toContain('x|y')
})
