/** One edit whose right result is known. `meant` is the whole file afterwards; null where it must be refused. */
export type EditCase = {
  readonly name: string
  readonly file: string
  readonly oldText: string
  readonly newText: string
  readonly all?: true
  readonly meant: string | null
}

const LOADER = `import { open } from './disk'

export async function load(path) {
  const handle = await open(path, 'r')
  try {
    const text = await handle.readText("utf8")
    return parse(text)
  } finally {
    await handle.close()
  }
}
`
const TABBED = `function area(shape) {
\tif (shape.kind === 'circle') {
\t\tconst r = shape.radius
\t\treturn Math.PI * r * r
\t}
\treturn shape.width * shape.height
}
`
const TWINS = `start {
  step one of it
  step two of it
}
stop {
  step one of it
  step two of it
}
`
const NOTE = `The plan \u2013 as agreed \u2013 is \u201csmall steps\u201d.
We don\u2019t ship on Fridays.
Everything else can wait.
`
const PAGE = `<ul>
  <li>Tea & milk</li>
  <li>Bread</li>
</ul>
`
const crlf = (text: string) => text.replaceAll('\n', '\r\n')
const READ = `    const text = await handle.readText("utf8")
    return parse(text)`
const READ_NEW = `    const text = await handle.readText("latin1")
    return parse(text)`
const LOADED = LOADER.replace('"utf8"', '"latin1"')
const lines = (text: string, change: (line: string, at: number) => string) =>
  text.split('\n').map(change).join('\n')

const of = (
  name: string,
  oldText: string,
  newText: string,
  meant: string | null,
  file = LOADER,
): EditCase => ({
  name,
  file,
  oldText,
  newText,
  meant,
})

/** White space: the passage is named, its indentation or line ends are not those of the file. */
const SPACES: readonly EditCase[] = [
  of('exact', READ, READ_NEW, LOADED),
  of(
    'indented by four instead of two',
    lines(READ, (l) => `    ${l}`),
    lines(READ_NEW, (l) => `    ${l}`),
    LOADED,
  ),
  of(
    'common indentation left out',
    lines(READ, (l) => l.slice(4)),
    lines(READ_NEW, (l) => l.slice(4)),
    LOADED,
  ),
  of(
    'all indentation left out',
    `try {\nconst text = await handle.readText("utf8")`,
    `try {\nconst text = await handle.readText("latin1")`,
    LOADED,
  ),
  of(
    'spaces where the file has tabs',
    "    if (shape.kind === 'circle') {\n        const r = shape.radius",
    "    if (shape.kind === 'circle') {\n        const r = shape.radius / 2",
    TABBED.replace('shape.radius', 'shape.radius / 2'),
    TABBED,
  ),
  of(
    'tabs where the file has spaces',
    lines(READ, (l) => `\t\t${l.trim()}`),
    lines(READ_NEW, (l) => `\t\t${l.trim()}`),
    LOADED,
  ),
  of(
    'spaces at line ends in the file only',
    'alpha = 1\nbeta = 2',
    'alpha = 1\nbeta = 3',
    'alpha = 1   \nbeta = 3  \ngamma = 3\n',
    'alpha = 1   \nbeta = 2  \ngamma = 3\n',
  ),
  of(
    'spaces at line ends in the call only',
    lines(READ, (l) => `${l}  `),
    READ_NEW,
    LOADED,
  ),
  of('a CRLF file, LF in the call', READ, READ_NEW, crlf(LOADED), crlf(LOADER)),
  of('a CRLF file, CRLF in the call', crlf(READ), crlf(READ_NEW), crlf(LOADED), crlf(LOADER)),
  of(
    'a file with both line ends',
    'two\nthree',
    'two\n3',
    'one\r\ntwo\r\n3\nfour\n',
    'one\r\ntwo\r\nthree\nfour\n',
  ),
  of(
    'a space that does not break in the file',
    'price: 20 EUR per piece',
    'price: 25 EUR per piece',
    'price: 25\u00a0EUR per piece\n',
    'price: 20\u00a0EUR per piece\n',
  ),
  of(
    'two spaces inside a line of the file',
    'left = right + more',
    'left = right + less',
    'left  = right + less\n',
    'left  = right + more\n',
  ),
  of('empty lines around the passage', `\n${READ}\n\n`, `\n${READ_NEW}\n\n`, LOADED),
  of(
    'a deletion with wrong indentation',
    '  try {\n      const text = await handle.readText("utf8")\n',
    '  try {\n',
    LOADER.replace('    const text = await handle.readText("utf8")\n', ''),
  ),
  of('the whole file without its last line end', LOADER.slice(0, -1), LOADED.slice(0, -1), LOADED),
  of(
    'a last line end that the file lacks',
    'let a = first()\nlet b = second()\n',
    'let a = first()\nlet b = third()\n',
    'let a = first()\nlet b = third()',
    'let a = first()\nlet b = second()',
  ),
]

/** Characters: the passage is named in other signs than those of the file. */
const SIGNS: readonly EditCase[] = [
  of(
    'typographic signs in the file, ASCII in the call',
    'The plan - as agreed - is "small steps".',
    'The plan - as agreed - is "tiny steps".',
    NOTE.replace('small', 'tiny'),
    NOTE,
  ),
  of(
    'ASCII in the file, typographic signs in the call',
    'const handle = await open(path, \u2018r\u2019)',
    'const handle = await open(place, \u2018r\u2019)',
    LOADER.replace('open(path,', 'open(place,'),
  ),
  of(
    'composed accents in the file, decomposed in the call',
    'cafe\u0301 au lait, tre\u0300s chaud',
    'cafe\u0301 au lait, froid',
    'caf\u00e9 au lait, froid\n',
    'caf\u00e9 au lait, tr\u00e8s chaud\n',
  ),
  of(
    'decomposed accents in the file, composed in the call',
    'caf\u00e9 au lait, tr\u00e8s chaud',
    'caf\u00e9 au lait, froid',
    'cafe\u0301 au lait, froid\n',
    'cafe\u0301 au lait, tre\u0300s chaud\n',
  ),
  of('quotes escaped once more', READ.replaceAll('"', '\\"'), READ_NEW.replaceAll('"', '\\"'), LOADED),
  of('line breaks as two signs', READ.replaceAll('\n', '\\n'), READ_NEW.replaceAll('\n', '\\n'), LOADED),
  of(
    'line numbers in the old text',
    lines(READ, (l, at) => `     ${at + 6}\t${l}`),
    READ_NEW,
    LOADED,
  ),
  of(
    'line numbers in both texts',
    lines(READ, (l, at) => `     ${at + 6}\t${l}`),
    lines(READ_NEW, (l, at) => `     ${at + 6}\t${l}`),
    LOADED,
  ),
  of(
    'line numbers before a bar',
    lines(READ, (l, at) => `${at + 6}| ${l}`),
    lines(READ_NEW, (l, at) => `${at + 6}| ${l}`),
    LOADED,
  ),
  of(
    'HTML entities',
    '  &lt;li&gt;Tea &amp; milk&lt;/li&gt;',
    '  &lt;li&gt;Tea &amp; honey&lt;/li&gt;',
    PAGE.replace('milk', 'honey'),
    PAGE,
  ),
  of(
    'marks of a diff',
    lines(READ, (l) => `-${l}`),
    lines(READ_NEW, (l) => `+${l}`),
    LOADED,
  ),
  of('a code fence', `\`\`\`js\n${READ}\n\`\`\``, `\`\`\`js\n${READ_NEW}\n\`\`\``, LOADED),
  of(
    'signs that a pattern would take as groups',
    READ,
    READ_NEW.replace('parse(text)', 'parse("$& $1")'),
    LOADED.replace('parse(text)', 'parse("$& $1")'),
  ),
  {
    ...of(
      'two places, every one wanted',
      'step one of it',
      'step 1',
      TWINS.replaceAll('step one of it', 'step 1'),
      TWINS,
    ),
    all: true,
  },
  of(
    'one word wrong in a long passage',
    READ.replace('const text', 'let text'),
    READ_NEW.replace('const text', 'let text'),
    LOADED,
  ),
]

/** What nobody can carry out: the passage is unclear, invented, or there is nothing to do. */
const REFUSED: readonly EditCase[] = [
  of(
    'a line of the passage left out',
    `  const handle = await open(path, 'r')\n    const text = await handle.readText("utf8")`,
    '  const text = ""',
    null,
  ),
  of(
    'a placeholder in the old text',
    `export async function load(path) {\n  // ... existing code ...\n}`,
    'export const load = null',
    null,
  ),
  of('two places, one wanted', 'step one of it\n  step two of it', 'step one', null, TWINS),
  of(
    'two places once white space does not count',
    '    step one of it\n    step two of it',
    '    step one',
    null,
    TWINS,
  ),
  of('both texts the same', READ, READ, null),
  of('no old text', '', 'more at the end\n', null),
  of('the change is there already', 'readText("utf16")', 'readText("utf8")', null),
  of(
    'the middle invented',
    `  try {\n    log('reading')\n    retry(3)\n  } finally {`,
    '  try {\n  } finally {',
    null,
  ),
]

/** Forty edits, of which 32 can be carried out. */
export const EDIT_CASES: readonly EditCase[] = [...SPACES, ...SIGNS, ...REFUSED]
