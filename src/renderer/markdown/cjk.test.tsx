import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from './Markdown.tsx'

const markup = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} />).replace(
    / (?:class|style|tabindex|rel|draggable|title)="[^"]*"/gi,
    '',
  )
const words = (text: string) => markup(text).replace(/<[^>]*>/g, '')

describe('stars beside Chinese and Japanese signs', () => {
  it.each([
    ['这是**重要：**请注意', '重要：'],
    ['**“引号”**后面', '“引号”'],
    ['他说**“好”**然后走了', '“好”'],
    ['**（备注）**如下', '（备注）'],
    ['1. **步骤一：**打开', '步骤一：'],
    ['**不变。**源码', '不变。'],
    ['これは**「注意」**です', '「注意」'],
    ['中文**粗体**中文', '粗体'],
    ['**注意**：好', '注意'],
    ['**运行 `npm test`。**然后', '运行 '],
    ['请看**(必读)**如下', '(必读)'],
    ['**价格(元):**请填写', '价格(元):'],
    ['**甲：**乙，**丙。**丁', '甲：</strong>乙，<strong>丙。'],
  ])('make bold: %s', (text, bold) => {
    expect(markup(text)).toContain(`<strong>${bold}`)
    expect(markup(text)).not.toContain('**')
  })

  it('make slanted', () => {
    expect(markup('这*很重要。*请看')).toContain('<em>很重要。</em>')
  })

  it.each([
    ['2 ** 3 ** 4', '2 ** 3 ** 4'],
    ['`**不变。**`', '**不变。**'],
    ['\\*\\*不变。\\*\\*', '**不变。**'],
    ['a ** b：** c', 'a ** b：** c'],
    ['snake_case_name，好', 'snake_case_name，好'],
  ])('that mean nothing stay: %s', (text, wanted) => {
    expect(words(text)).toContain(wanted)
  })

  it('change nothing in English', () => {
    expect(markup('a **b** c, **d**: *e* (**f**)')).toContain(
      'a <strong>b</strong> c, <strong>d</strong>: <em>e</em> (<strong>f</strong>)',
    )
    expect(words('x**"y"**z')).toBe('x**&quot;y&quot;**z')
  })
})

describe('an address', () => {
  it.each([
    ['请访问https://a.example/x，然后继续', 'https://a.example/x'],
    ['见https://a.example查看', 'https://a.example/'],
    ['（https://a.example/b?c=d）', 'https://a.example/b?c=d'],
    ['www.a.example。', 'http://www.a.example/'],
    ['https://a.example/b, and', 'https://a.example/b'],
  ])('ends before the text that follows it: %s', (text, href) => {
    expect(markup(text)).toContain(`href="${href}"`)
  })

  it('keeps parts of its path that are Chinese', () => {
    expect(markup('https://zh.a.example/wiki/潮汐')).toContain(encodeURI('wiki/潮汐'))
  })
})

describe('footnotes', () => {
  it('are footnotes, with one word or more', () => {
    const html = markup('Tides[^1] turn[^note].\n\n[^1]: Source\n[^note]: More **words**\nof it.\n\nAfter.')
    expect(html).not.toContain('[^')
    expect(html).toContain('data-footnote-mark="1"')
    expect(html).toContain('data-footnote="note"')
    expect(html).toContain('<span>Source</span>')
    expect(html).toContain('<span>More <strong>words</strong>\nof it.</span>')
    expect(html).not.toContain('href')
  })

  it('are not the signs of a pattern', () => {
    expect(words('Use [^a-z] or [^1] here.')).toBe('Use [^a-z] or [^1] here.')
  })
})

it('breaks lines of a table where it is asked to', () => {
  const html = markup('| a |\n|---|\n| one<br>two<br/>three <b>x</b> |')
  expect(html).toContain('<td>one<br/>two<br/>three &lt;b&gt;x&lt;/b&gt;</td>')
})
