import { type CallCase, PATH, READ, SETTINGS } from './call-case.ts'
import { type Move, written } from './emission.ts'

const numbered = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
    .join('\n')

const PASSAGE = `export async function readSettings(path: string) {
  const text = await readFile(path, 'utf8')
  return { ...DEFAULTS, ...JSON.parse(text) }
}`
const write = (content: string, path = PATH): Move => ({ tool: 'write', args: { path, content } })
const edit = (newText: string): Move => ({
  tool: 'edit',
  args: { path: PATH, old_text: PASSAGE, new_text: newText },
})
const RENAMED = PASSAGE.replace('readSettings', 'loadSettings')

/** Content that carries marks of the way it came, or leaves out what it should hold. The file must not take it. */
const BAD: readonly (readonly [name: string, move: Move, meant: Move | null])[] = [
  ['write: line numbers', write(numbered(SETTINGS.replace('3,', '5,'))), write(SETTINGS.replace('3,', '5,'))],
  [
    'write: a fence around the file',
    write(`\`\`\`ts\n${SETTINGS.replace('3,', '5,')}\`\`\`\n`),
    write(SETTINGS.replace('3,', '5,')),
  ],
  [
    'write: "rest of the code unchanged"',
    write(`export const DEFAULTS = {\n  retries: 5,\n}\n\n// ... rest of the code unchanged ...\n`),
    null,
  ],
  ['write: line breaks as two signs', write(SETTINGS.replaceAll('\n', '\\n')), write(SETTINGS)],
  ['write: nothing over a file', write(''), null],
  ['edit: line numbers in the new text', edit(numbered(RENAMED)), edit(RENAMED)],
  [
    'edit: "existing code"',
    edit(`export async function loadSettings(path: string) {\n  // ... existing code ...\n}`),
    null,
  ],
  ['edit: a fence around the new text', edit(`\`\`\`ts\n${RENAMED}\n\`\`\``), edit(RENAMED)],
  ['edit: line breaks as two signs', edit(RENAMED.replaceAll('\n', '\\n')), edit(RENAMED)],
]

/** Content that looks like it and is meant. It must be taken. */
const GOOD: readonly (readonly [name: string, move: Move])[] = [
  ['a Markdown file that is one fence', write('```sh\nnpm ci\n```\n', 'docs/run.md')],
  [
    'a test that has line breaks as two signs',
    write("expect(join('a', 'b')).toBe('a\\nb\\nc\\nd')\n", 'src/join.test.ts'),
  ],
  ['a numbered list', write('1. Measure\n2. Change\n3. Measure again\n4. Ship\n', 'docs/steps.md')],
  [
    'a comment with three dots',
    edit(PASSAGE.replace('  const text', '  // Waits ... then reads.\n  const text')),
  ],
  ['a table of numbers', write('1\t10\n2\t20\n3\t30\n4\t45\n', 'docs/figures.tsv')],
  ['an empty new file', write('', 'src/empty.ts')],
]

/** The nine contents that destroy a file. To take out the marks is as good as to refuse. */
export const GUARD_CASES: readonly CallCase[] = BAD.map(([name, move, meant]) => ({
  name,
  meant: meant === null ? null : [meant],
  hint: /./,
  before: [READ],
  sent: { calls: [written(move)] },
}))

/** Contents that only look like it. */
export const GUARD_CONTROLS: readonly CallCase[] = GOOD.map(([name, move]) => ({
  name,
  before: [READ],
  sent: { calls: [written(move)] },
  meant: [move],
  hint: /./,
}))
