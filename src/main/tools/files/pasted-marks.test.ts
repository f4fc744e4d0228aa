import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { pastedMarks } from './pasted-marks.ts'

const FILE = `import { read } from './read.ts'

export async function load(path: string) {
  const text = await read(path)
  return JSON.parse(text)
}
`
const numbered = FILE.trimEnd()
  .split('\n')
  .map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
  .join('\n')

const write = (after: string, path = 'src/load.ts', before = FILE) =>
  pastedMarks({ path, before, after, argument: 'content' })
const edit = (after: string, before = FILE, path = 'src/load.ts') =>
  pastedMarks({ path, before, after, argument: 'new_text' })

describe('marks in new text', () => {
  it.each([
    ['line numbers', write(numbered), /line numbers that read shows/],
    ['line numbers in a new file', write(numbered, 'src/new.ts', ''), /line numbers/],
    ['line numbers without columns', write(numbered.replace(/^ +/gm, '')), /line numbers/],
    ['a code fence', write(`\`\`\`ts\n${FILE}\`\`\`\n`), /wrapped in a code fence/],
    [
      'words for what was left out',
      write('import x\n\n// ... rest of the code unchanged ...\n'),
      /Line 3 of content stands for text you left out \("\/\/ \.\.\. rest of the code unchanged \.\.\."\)/,
    ],
    ['the same without dots', write('import x\n# rest of the file remains unchanged\n'), /left out/],
    ['the same in brackets', write('import x\n// [rest of file remains the same]\n'), /left out/],
    ['the same for the reader', write('import x\n// rest of your code here\n'), /left out/],
    ['the same in Chinese', write('import x\n// 其余代码保持不变\n'), /left out/],
    ['the same in German', write('import x\n// ... restlicher Code unverändert ...\n'), /left out/],
    ['the same in HTML', write('<p>\n<!-- ... existing content ... -->\n</p>\n', 'a.html'), /left out/],
    ['line breaks as two signs', write(FILE.replaceAll('\n', '\\n')), /real line breaks/],
    ['the same in a new file', write(FILE.replaceAll('\n', '\\n'), 'src/new.ts', ''), /real line breaks/],
    ['nothing over a file', write(' \n'), /content is empty, and src\/load.ts is not/],
    ['line numbers in an edit', edit(numbered), /new_text has the line numbers/],
    [
      'words for what was left out in an edit',
      edit('load() {\n  // ... existing code ...\n}'),
      /leave them out of old_text too/,
    ],
    ['a code fence in an edit', edit(`\`\`\`ts\n${FILE}\`\`\``), /code fence/],
    ['line breaks as two signs in an edit', edit(FILE.replaceAll('\n', '\\n')), /real line breaks/],
    ['HTML entities in code', edit('if (a &amp;&amp; b) go()\n', 'if (a) go()\n'), /HTML entities/],
  ])('finds %s', (_, said, expected) => {
    expect(said).toMatch(expected)
  })

  it.each([
    ['a Markdown file that is one fence', write('```sh\nnpm ci\n```\n', 'docs/run.md', '')],
    [
      'a test with line breaks as two signs',
      write("expect(join('a')).toBe('a\\nb\\nc\\nd')\n", 'a.test.ts', ''),
    ],
    ['JSON with line breaks as two signs', write('{"text":"a\\nb\\nc\\nd"}', 'a.json')],
    ['a numbered list', write('1. Measure\n2. Change\n3. Measure again\n', 'docs/a.md', '')],
    ['a table of numbers', write('1\t10\n2\t20\n3\t30\n', 'figures.tsv', '')],
    ['an empty new file', write('', 'src/empty.ts', '')],
    ['a comment with dots', edit('  // Waits ... then reads.\n  read()')],
    ['a spread', edit('const all = [...existing, ...rest]')],
    ['a comment about what is left', edit('// The remaining rows are shown below.\nshow()')],
    ['a sentence about the rest', edit('// The rest of the file is parsed later.\nparse()')],
    ['words that were there', edit('// ... existing code ...\nb()', '// ... existing code ...\na()')],
    ['numbers that were there', edit(numbered, numbered)],
    ['entities in a string', edit("text.replace(/&/g, '&amp;&amp;')", 'x')],
    ['entities in a page', edit('<p>a &amp;&amp; b</p>', '<p>a</p>', 'a.html')],
  ])('takes %s', (_, said) => {
    expect(said).toBeNull()
  })
})

/** The text files of the repository, in a fixed order. */
function* textFiles(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* textFiles(path)
    else if (/^\.(ts|tsx|css|md|mjs|cjs|json|jsonl|py|toml|html|sql|txt)$/.test(extname(entry.name)))
      yield path
  }
}

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const FOLDERS = ['src', 'test', 'bench', 'docs', 'scripts', 'resources']
/** Minimum lines of a file assembled from edits, and the distance between two of them. */
const PASSAGE = 12
const APART = 120

describe('texts of this repository', () => {
  it('raise at most one false alarm in 2,000 new files and edits', () => {
    let checked = 0
    const alarms: string[] = []
    const check = (path: string, said: string | null) => {
      checked += 1
      if (said !== null) alarms.push(`${path}: ${said}`)
    }
    for (const folder of FOLDERS) {
      for (const path of textFiles(join(ROOT, folder))) {
        // The marks themselves are in this file.
        if (path.endsWith('pasted-marks.test.ts')) continue
        const text = readFileSync(path, 'utf8')
        check(path, write(text, path, ''))
        const lines = text.split('\n')
        for (let at = 0; at + PASSAGE <= lines.length; at += APART) {
          const passage = lines.slice(at, at + PASSAGE)
          const before = [...passage.slice(0, 3), ...passage.slice(6)].join('\n')
          check(`${path}:${at + 1}`, edit(passage.join('\n'), before, path))
        }
      }
    }
    expect(checked).toBeGreaterThan(4_000)
    expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(checked / 2_000)
  })
})
