import { describe, expect, it } from 'vitest'
import { mendedText } from './mended-text.ts'

const FILE = `import { read } from './read.ts'

export async function load(path: string) {
  return JSON.parse(await read(path), "reviver")
}
`
const numbered = (text: string, first = 1) =>
  text
    .trimEnd()
    .split('\n')
    .map((line, at) => `${String(at + first).padStart(6)}\t${line}`)
    .join('\n')

const written = (after: string, path = 'src/load.ts', before = '') =>
  mendedText({ path, before, after, argument: 'content' })

describe('a text with marks of its way', () => {
  it.each([
    ['line numbers', numbered(FILE), FILE.trimEnd()],
    ['line numbers from the middle of a file', `${numbered(FILE, 41)}\n`, FILE],
    ['a code fence', `\`\`\`ts\n${FILE}\n\`\`\`\n`, FILE],
    ['line numbers in a fence', `\`\`\`\n${numbered(FILE)}\n\`\`\``, FILE.trimEnd()],
    ['line breaks as two signs', 'a()\\nb()\\nc()\\nd()\\n', 'a()\nb()\nc()\nd()\n'],
    [
      'line breaks as two signs between quotes that close',
      "a('x')\\nb()\\nc('y')\\n",
      "a('x')\nb()\nc('y')\n",
    ],
    ['one level of escapes', JSON.stringify(FILE).slice(1, -1), FILE],
  ])('is read without them: %s', (_, after, meant) => {
    const mended = written(after)
    expect(mended?.text).toBe(meant)
    expect(mended?.notes.length).toBeGreaterThan(0)
  })

  it.each([
    ['words for what was left out', 'import x\n\n// ... rest of the code unchanged ...\n'],
    ['numbers that do not follow each other', '     1\ta\n     3\tb\n     4\tc\n     5\td'],
    ['a line without a number', `${numbered('a\nb\nc\nd\ne\nf\ng\nh\ni\nj')}\nplain`],
    ['a break that may belong into a string', "log('a\\nb')\\nc()\\nd()\\n"],
    ['an escape of another kind', 'a(/\\d/)\\nb()\\nc()\\nd()\\n'],
  ])('stays refused where what is meant is not certain: %s', (_, after) => {
    expect(written(after)).toBeNull()
  })

  it('is only one that has them', () => {
    expect(written(FILE)).toBeNull()
    expect(written('```sh\nnpm ci\n```\n', 'docs/run.md')).toBeNull()
  })
})
