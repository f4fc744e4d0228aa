import { expect, it } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

const convert = (body: string) =>
  htmlToMarkdown(
    `<html><head><title>Tides &amp; more</title></head><body>${body}</body></html>`,
    'https://sea.example/a/b',
  )

it('keeps headings, lists, code and tables, and makes links absolute', async () => {
  const text = await convert(
    '<h2>High water</h2><ul><li>one</li></ul><pre><code>npm i</code></pre><p><a href="../c?x=1&amp;y=2">more</a></p>' +
      '<table><tr><th>port</th><th>m</th></tr><tr><td>Brest</td><td>4.2</td></tr></table>',
  )
  expect(text).toContain('# Tides & more')
  expect(text).toContain('## High water')
  expect(text).toMatch(/-\s+one/)
  expect(text).toContain('```\nnpm i\n```')
  expect(text).toContain('[more](https://sea.example/c?x=1&y=2)')
  expect(text).toContain('| port | m |\n| Brest | 4.2 |')
})

it('leaves out scripts, styles, navigation and addresses of pictures', async () => {
  const text = await convert(
    '<nav>Menu</nav><script>alert(1)</script><style>p{}</style><p>Words.</p><img src="data:image/png;base64,AAAA" alt="a buoy">',
  )
  expect(text).toBe('# Tides & more\n\nWords.\n\n[picture: a buoy]')
})
