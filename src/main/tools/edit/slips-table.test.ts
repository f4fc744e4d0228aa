import { describe, expect, it } from 'vitest'
import { replaceText } from './replace-text.ts'

/** A file, what the model sends, and the file it means; null where the edit has to be refused. */
type Case = readonly [
  name: string,
  file: string,
  oldText: string,
  newText: string,
  expected: string | null,
  all?: boolean,
]

const SETTINGS = `import { readFile } from 'node:fs/promises'

export async function load(path: string) {
  const text = await readFile(path, 'utf8')
  if (text === '') {
    return {}
  }
  return JSON.parse(text)
}
`
const MEANT = SETTINGS.replace('    return {}\n', '    return { version: 1 }\n')
const BLOCK = "  if (text === '') {\n    return {}\n  }"
const BLOCK_NEW = "  if (text === '') {\n    return { version: 1 }\n  }"
const TABS = SETTINGS.replace(/^( {2})+/gm, (indent) => '\t'.repeat(indent.length / 2))
const wide = (text: string) => text.replace(/^ +/gm, (indent) => indent + indent)
const outdented = (text: string) => text.replace(/^ {2}/gm, '')
const flat = (text: string) => text.replace(/^ +/gm, '')
const crlf = (text: string) => text.replaceAll('\n', '\r\n')
const numbered = (text: string, first: number) =>
  text
    .split('\n')
    .map((line, at) => `${String(first + at).padStart(6)}\t${line}`)
    .join('\n')
const marked = (text: string, mark: string) => text.replace(/^/gm, mark)
const PROSE = 'Intro.\n\n“Patience” – it is said – is a model’s first virtue.\n\nEnd.\n'
const NFD = 'Le café\u0301 est fermé.\nLa cre\u0300me bru\u0302le\u0301e est prête.\nFin.\n'.normalize('NFD')

const CASES: readonly Case[] = [
  ['exact text', SETTINGS, BLOCK, BLOCK_NEW, MEANT],
  ['indented by 4 instead of 2', SETTINGS, wide(BLOCK), wide(BLOCK_NEW), MEANT],
  ['common indentation left out', SETTINGS, outdented(BLOCK), outdented(BLOCK_NEW), MEANT],
  ['all indentation left out', SETTINGS, flat(BLOCK), flat(BLOCK_NEW), MEANT],
  [
    'spaces for the tabs of the file',
    TABS,
    BLOCK,
    BLOCK_NEW,
    TABS.replace('return {}', 'return { version: 1 }'),
  ],
  [
    'tabs for the spaces of the file',
    SETTINGS,
    "\tif (text === '') {\n\t\treturn {}\n\t}",
    "\tif (text === '') {\n\t\treturn { version: 1 }\n\t}",
    MEANT,
  ],
  [
    'trailing spaces in the file only',
    SETTINGS.replace("'') {\n", "'') {  \n"),
    BLOCK,
    BLOCK_NEW,
    MEANT.replace("'') {\n", "'') {  \n"),
  ],
  ['trailing spaces in old_text only', SETTINGS, BLOCK.replaceAll('\n', '  \n'), BLOCK_NEW, MEANT],
  ['a CRLF file and an LF call', crlf(SETTINGS), BLOCK, BLOCK_NEW, crlf(MEANT)],
  ['a CRLF file and a CRLF call', crlf(SETTINGS), crlf(BLOCK), crlf(BLOCK_NEW), crlf(MEANT)],
  [
    'a CRLF file and a call with other indentation',
    crlf(SETTINGS),
    wide(BLOCK),
    wide(BLOCK_NEW),
    crlf(MEANT),
  ],
  [
    'plain quotes for the typographic ones of the file',
    PROSE,
    '"Patience" - it is said - is a model\'s first virtue.',
    '"Patience" - it is said - is a model\'s only virtue.',
    PROSE.replace('first', 'only'),
  ],
  [
    'typographic quotes for the plain ones of the file',
    SETTINGS,
    'const text = await readFile(path, ‘utf8’)',
    'const text = await readFile(file, ‘utf16le’)',
    SETTINGS.replace("readFile(path, 'utf8')", "readFile(file, 'utf16le')"),
  ],
  [
    'typographic quotes in what is new, and a dash that the old text does not speak for',
    SETTINGS,
    'const text = await readFile(path, ‘utf8’)',
    'const text = (await readFile(path, ‘utf8’)).replace(“a—b”, “c”)',
    SETTINGS.replace("await readFile(path, 'utf8')", '(await readFile(path, \'utf8\')).replace("a—b", "c")'),
  ],
  [
    'composed accents for the decomposed ones of the file',
    NFD,
    'La crème brûlée est prête.',
    'La crème brûlée est très prête.',
    NFD.replace('est pre', 'est très pre'.normalize('NFD')),
  ],
  [
    'quotes escaped twice',
    'const name = "Orrery"\nshow(name)\n',
    'const name = \\"Orrery\\"',
    'const name = \\"Planetarium\\"',
    'const name = "Planetarium"\nshow(name)\n',
  ],
  [
    'a passage escaped as a whole',
    'function f() {\n\treturn "a"\n}\n',
    'function f() {\\n\\treturn \\"a\\"\\n}',
    'function f() {\\n\\treturn \\"b\\"\\n}',
    'function f() {\n\treturn "b"\n}\n',
  ],
  ['line numbers in old_text', SETTINGS, numbered(BLOCK, 5), BLOCK_NEW, MEANT],
  ['line numbers in both texts', SETTINGS, numbered(BLOCK, 5), numbered(BLOCK_NEW, 5), MEANT],
  [
    'line numbers of another form',
    SETTINGS,
    BLOCK.replace(/^/gm, '7: ').replace('7', '5').replace('\n7', '\n6'),
    BLOCK_NEW,
    MEANT,
  ],
  ['one word wrong in the middle', SETTINGS, BLOCK.replace('text', 'txt'), BLOCK_NEW, null],
  ['one line left out', SETTINGS, "  const text = await readFile(path, 'utf8')\n    return {}", 'gone', null],
  ['two places', 'x = read(1)\ny\nx = read(1)\n', 'x = read(1)', 'x = read(2)', null],
  [
    'two places and replace_all',
    'x = read(1)\ny\nx = read(1)\n',
    'x = read(1)',
    'x = read(2)',
    'x = read(2)\ny\nx = read(2)\n',
    true,
  ],
  [
    'two places apart from white space',
    '  x = read(1)\ny\n    x = read(1)\n',
    'x =  read(1)',
    'x = read(2)',
    null,
  ],
  [
    'two places apart from white space and replace_all',
    '  x = read(1)\ny\n    x = read(1)\n',
    'x =  read(1)',
    'x =  read(2)',
    '  x = read(2)\ny\n    x = read(2)\n',
    true,
  ],
  ['the same text twice', SETTINGS, BLOCK, BLOCK, null],
  ['nothing to look for', SETTINGS, '', 'appended', null],
  ['the whole file without its last line break', 'alpha\nbeta\n', 'alpha\nbeta', 'gamma', 'gamma\n'],
  ['blank lines around that the file lacks', SETTINGS, `\n${BLOCK}\n\n`, `\n${BLOCK_NEW}\n\n`, MEANT],
  ['a code fence around old_text', SETTINGS, `\`\`\`ts\n${BLOCK}\n\`\`\``, BLOCK_NEW, MEANT],
  [
    'a code fence around both texts',
    SETTINGS,
    `\`\`\`ts\n${BLOCK}\n\`\`\``,
    `\`\`\`ts\n${BLOCK_NEW}\n\`\`\``,
    MEANT,
  ],
  ['marks of a diff', SETTINGS, marked(BLOCK, '-'), marked(BLOCK_NEW, '+'), MEANT],
  [
    'HTML entities',
    'if (a < b && c) go()\n',
    'if (a &lt; b &amp;&amp; c) go()',
    'if (a &gt; b &amp;&amp; c) go()',
    'if (a > b && c) go()\n',
  ],
  ['dollar signs', 'a = read(1)\n', 'a = read(1)', "a = '$& $1'", "a = '$& $1'\n"],
  [
    'dollar signs where white space differs',
    'a  = read(1)\n',
    'a = read(1)',
    "a = '$& $1'",
    "a  = '$& $1'\n",
  ],
  ['a change that is there already', MEANT, BLOCK, BLOCK_NEW, null],
  [
    'new lines in a text with other indentation',
    SETTINGS,
    wide(BLOCK),
    wide(BLOCK_NEW.replace('    return', '    log()\n    return')),
    MEANT.replace('    return { v', '    log()\n    return { v'),
  ],
  [
    'a deletion where indentation differs',
    SETTINGS,
    `${wide(BLOCK)}\n`,
    '',
    SETTINGS.replace(`${BLOCK}\n`, ''),
  ],
  [
    'a block wrapped where indentation differs',
    SETTINGS,
    wide(BLOCK),
    wide(`  if (strict) {\n${BLOCK.replace(/^/gm, '  ')}\n  }`),
    SETTINGS.replace(BLOCK, `  if (strict) {\n${BLOCK.replace(/^/gm, '  ')}\n  }`),
  ],
  [
    'lost indentation in a language without brackets',
    'def f():\n    if a:\n        run(1)\n    run(2)\n',
    'if a:\nrun(1)\nrun(2)',
    'if a:\nrun(1)\nrun(3)\nrun(2)',
    null,
  ],
]

describe('a table of slips', () => {
  it.each(CASES.map((row) => [row[0], row] as const))(
    '%s',
    (_, [, file, oldText, newText, expected, all]) => {
      const done = replaceText(file, { oldText, newText, all: all ?? false })
      expect(done.ok ? done.text : null).toBe(expected)
    },
  )
})
