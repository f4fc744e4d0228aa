import { type CallCase, EDIT, EDIT_ARGS, callCase as of, PATH, READ } from './call-case.ts'
import type { Move } from './emission.ts'

const { old_text: OLD, new_text: NEW } = EDIT_ARGS
const json = JSON.stringify
const WIDE: Move = {
  tool: 'edit',
  args: {
    path: PATH,
    old_text: '  retries: 3,\n  timeout: 1_000,',
    new_text: '  retries: 5,\n  timeout: 2_000,',
  },
}
const raw = json(WIDE.args).replaceAll('\\n', '\n')
const at = (path: string) => ({ ...EDIT_ARGS, path })
const FIELDS = /old_text/

/** Edits whose JSON or fields are a little off. */
const EDITS: readonly CallCase[] = [
  of('arguments as JSON in JSON', ['edit', json(json(EDIT_ARGS))], EDIT, /JSON/),
  of('a field nobody asked for', ['edit', { ...EDIT_ARGS, explanation: 'more tries' }], EDIT, /explanation/),
  of('replace_all in quotes', ['edit', { ...EDIT_ARGS, replace_all: 'false' }], EDIT, /replace_all/),
  of('replace_all null', ['edit', { ...EDIT_ARGS, replace_all: null }], EDIT, /replace_all/),
  of(
    'file_path, old_string, new_string',
    ['edit', { file_path: PATH, old_string: OLD, new_string: NEW }],
    EDIT,
    FIELDS,
  ),
  of(
    'filePath, oldString, newString',
    ['edit', { filePath: PATH, oldString: OLD, newString: NEW }],
    EDIT,
    FIELDS,
  ),
  of('path, oldText, newText', ['edit', { path: PATH, oldText: OLD, newText: NEW }], EDIT, FIELDS),
  of('old_str and new_str', ['edit', { path: PATH, old_str: OLD, new_str: NEW }], EDIT, FIELDS),
  of('a comma behind the last field', ['edit', json(EDIT_ARGS).replace(/}$/, ',}')], EDIT, /JSON/),
  of(
    'single quotes',
    ['edit', `{'path': '${PATH}', 'old_text': '${OLD}', 'new_text': '${NEW}'}`],
    EDIT,
    /JSON/,
  ),
  of('line breaks as they are in strings', ['edit', raw], WIDE, /JSON/),
  of('JSON in a code fence', ['edit', `\`\`\`json\n${json(EDIT_ARGS)}\n\`\`\``], EDIT, /JSON/),
  of(
    'True and None',
    ['edit', `{"path": "${PATH}", "old_text": "${OLD}", "new_text": "${NEW}", "replace_all": None}`],
    EDIT,
    /JSON/,
  ),
  of('the object twice', ['edit', json(EDIT_ARGS) + json(EDIT_ARGS)], EDIT, /JSON/),
  of('no closing brace', ['edit', json(EDIT_ARGS).slice(0, -1)], EDIT, /JSON|closed/),
  of('words before the object', ['edit', `Here are the arguments: ${json(EDIT_ARGS)}`], EDIT, /JSON/),
  of('all fields inside "input"', ['edit', { input: EDIT_ARGS }], EDIT, FIELDS),
  of('all fields inside "arguments"', ['edit', { arguments: EDIT_ARGS }], EDIT, FIELDS),
  of(
    'no new_text, to delete',
    ['edit', { path: PATH, old_text: '  timeout: 1_000,\n' }],
    { tool: 'edit', args: { path: PATH, old_text: '  timeout: 1_000,\n', new_text: '' } },
    /new_text/,
  ),
  of(
    'a list of edits',
    [
      'edit',
      {
        path: PATH,
        edits: [
          { old_text: OLD, new_text: NEW },
          { old_text: '1_000', new_text: '2_000' },
        ],
      },
    ],
    [EDIT, { tool: 'edit', args: { path: PATH, old_text: '1_000', new_text: '2_000' } }],
    FIELDS,
  ),
  of('a diff in the field "patch"', ['edit', { path: PATH, patch: `@@\n-${OLD}\n+${NEW}\n` }], EDIT, FIELDS),
  of(
    'the tool apply_patch',
    [
      'apply_patch',
      { input: `*** Begin Patch\n*** Update File: ${PATH}\n@@\n-${OLD}\n+${NEW}\n*** End Patch` },
    ],
    EDIT,
    /\bedit\b/,
  ),
]

/** Edits whose path or tool is named as other programs name it. */
const NAMES: readonly CallCase[] = [
  of('a path from the root of the project', ['edit', at(`/${PATH}`)], EDIT, /src\/settings\.ts\?/),
  of('an absolute path', ['edit', at(`<root>/${PATH}`)], EDIT, /src\/settings\.ts/),
  of('a path with ./', ['edit', at(`./${PATH}`)], EDIT, /src\/settings\.ts/),
  of('a path with file://', ['edit', at(`file://<root>/${PATH}`)], EDIT, /src\/settings\.ts\?/),
  of('a path with backslashes', ['edit', at('src\\settings.ts')], EDIT, /src\/settings\.ts\?/),
  of('a path in another case', ['edit', at('src/Settings.ts')], EDIT, /src\/settings\.ts\?/),
  of('a path with the name of the project', ['edit', at(`shop/${PATH}`)], EDIT, /src\/settings\.ts\?/),
  of('a path with @', ['edit', at(`@${PATH}`)], EDIT, /src\/settings\.ts\?/),
  of('a path with the a/ of a diff', ['edit', at(`a/${PATH}`)], EDIT, /src\/settings\.ts\?/),
  of('a path in quotes', ['edit', at(`"${PATH}"`)], EDIT, /src\/settings\.ts\?/),
  of('the tool Edit', ['Edit', EDIT_ARGS], EDIT, /\bedit\b/),
  of('the tool str_replace', ['str_replace', EDIT_ARGS], EDIT, /\bedit\b/),
  of('the tool functions.edit', ['functions.edit', EDIT_ARGS], EDIT, /\bedit\b/),
]

const LINES: Move = { tool: 'read', args: { path: PATH, offset: 4, limit: 3 } }
const grep = (args: Move['args']): Move => ({ tool: 'grep', args })
const bash = (command: string): Move => ({ tool: 'bash', args: { command } })
const write = (path: string, content: string): Move => ({ tool: 'write', args: { path, content } })
const STEPS = [
  { title: 'Measure', status: 'running' },
  { title: 'Change', status: 'pending' },
]
const plan: Move = { tool: 'plan', args: { goal: 'Measure', steps: STEPS } }
const ask: Move = { tool: 'ask', args: { prompt: 'Which colour?', choices: ['red', 'blue'] } }
const list: Move = { tool: 'list', args: { path: 'docs' } }

/** Calls that look. */
const LOOKS: readonly CallCase[] = [
  of('read: offset and limit in quotes', ['read', { path: PATH, offset: '4', limit: '3' }], LINES, /offset/),
  of('read: offset and limit null', ['read', { path: PATH, offset: null, limit: null }], READ, /offset/),
  of('read: offset 0', ['read', { path: PATH, offset: 0 }], READ, /offset/),
  of('read: file_path', ['read', { file_path: PATH }], READ, /\bpath\b/),
  of('read: a list with one path', ['read', { paths: [PATH] }], READ, /\bpath\b/),
  of('read: limit over its bound', ['read', { path: PATH, limit: 20_000 }], READ, /limit/),
  of('read: a folder', ['read', { path: 'docs' }], list, /list/, ['guide.md', 'plan.md']),
  of('read: "5.0"', ['read', { path: PATH, offset: '4.0', limit: '3.0' }], LINES, /offset/),
  of('read: start_line and end_line', ['read', { path: PATH, start_line: 4, end_line: 6 }], LINES, /offset/),
  of('the tool read_file', ['read_file', { path: PATH }], READ, /\bread\b/),
  of('the tool ls', ['ls', { path: 'docs' }], list, /\blist\b/),
  of('the tool list_dir with dir_path', ['list_dir', { dir_path: 'docs' }], list, /\blist\b/),
  of(
    'grep: fields of another harness',
    ['grep', { pattern: 'RETRIES', glob: '*.ts', output_mode: 'files_with_matches', '-i': true, '-n': true }],
    grep({ pattern: 'RETRIES', include: '*.ts', output: 'files', case_insensitive: true }),
    /include/,
  ),
  of(
    'grep: query and include_pattern',
    ['grep', { query: 'retries', include_pattern: '*.ts' }],
    grep({ pattern: 'retries', include: '*.ts' }),
    /pattern/,
  ),
  of(
    'grep: max_results in quotes',
    ['grep', { pattern: 'retries', max_results: '20' }],
    grep({ pattern: 'retries', max_results: 20 }),
    /max_results/,
  ),
  of(
    'grep: context over its bound',
    ['grep', { pattern: 'retries', context: 50 }],
    grep({ pattern: 'retries', context: 20 }),
    /context/,
  ),
  of(
    'grep: a bracket that is not closed',
    ['grep', { pattern: 'readFile(path' }],
    grep({ pattern: 'readFile\\(path' }),
    /literal|backslash|\\\(/,
  ),
  of(
    'glob: the pattern in path',
    ['glob', { path: 'docs/*' }],
    { tool: 'glob', args: { pattern: 'docs/*' } },
    /pattern/,
  ),
  of(
    'glob: the field glob',
    ['glob', { glob: 'docs/*.md' }],
    { tool: 'glob', args: { pattern: 'docs/*.md' } },
    /pattern/,
  ),
]

/** Calls that run, write, plan and ask. */
const ACTS: readonly CallCase[] = [
  of('bash: cmd', ['bash', { cmd: 'echo ready' }], bash('echo ready'), /command/),
  of(
    'bash: a list with a shell',
    ['bash', { command: ['bash', '-lc', 'echo ready'] }],
    bash('echo ready'),
    /command/,
  ),
  of('bash: timeout', ['bash', { command: 'echo ready', timeout: 60_000 }], bash('echo ready'), /timeout_ms/),
  of('bash: workdir', ['bash', { command: 'ls', workdir: 'docs' }], bash('cd docs && ls'), /workdir|cd /),
  of(
    'bash: run_in_background false',
    ['bash', { command: 'echo ready', run_in_background: false }],
    { tool: 'bash', args: { command: 'echo ready', background: false } },
    /run_in_background/,
  ),
  of('the tool shell', ['shell', { command: 'echo ready' }], bash('echo ready'), /\bbash\b/),
  of(
    'write: content as an object',
    ['write', { path: 'new.json', content: { name: 'shop' } }],
    write('new.json', '{\n  "name": "shop"\n}\n'),
    /content/,
  ),
  of(
    'write: file_path and contents',
    ['write', { file_path: 'new.md', contents: 'One\n' }],
    write('new.md', 'One\n'),
    /content/,
  ),
  of(
    'the tool create_file with file_text',
    ['create_file', { path: 'new.md', file_text: 'One\n' }],
    write('new.md', 'One\n'),
    /\bwrite\b/,
  ),
  of(
    'plan: in_progress',
    ['plan', { goal: 'Measure', steps: [{ title: 'Measure', status: 'in_progress' }, STEPS[1]] }],
    plan,
    /running/,
  ),
  of(
    'plan: todos with content',
    [
      'plan',
      {
        todos: [
          { content: 'Measure', status: 'in_progress' },
          { content: 'Change', status: 'pending' },
        ],
      },
    ],
    plan,
    /steps/,
  ),
  of('plan: no goal', ['plan', { steps: STEPS }], plan, /goal/),
  of(
    'ask: question and options',
    ['ask', { question: 'Which colour?', options: ['red', 'blue'] }],
    ask,
    /prompt/,
  ),
  of(
    'ask: choices as objects',
    ['ask', { prompt: 'Which colour?', choices: [{ label: 'red' }, { label: 'blue' }] }],
    ask,
    /choices/,
  ),
]

/** Calls that nobody can carry out; the answer has to name the way. */
const HINTS: readonly CallCase[] = [
  of('edit: a misspelt path', ['edit', at('src/setings.ts')], null, /src\/settings\.ts/),
  of('edit: no arguments', ['edit', ''], null, /old_text.*new_text|path.*old_text/s),
  of('edit: null', ['edit', 'null'], null, /old_text.*new_text|path.*old_text/s),
  of('edit: a string that is not closed', ['edit', json(EDIT_ARGS).slice(0, -8)], null, /JSON|closed|cut/),
  of('grep: lookahead', ['grep', { pattern: 'readFile(?=\\()' }], null, /lookaround|look-?ahead/i),
  of(
    'the tool task',
    ['task', { description: 'Look', prompt: 'Look around', subagent_type: 'x' }],
    null,
    /\bagent\b/,
  ),
  of('the tool screenshot', ['screenshot', { of: 'page' }], null, /(?=.*read)(?=.*edit)(?=.*bash)/s),
  of('the tool web_search, not set up', ['web_search', { query: 'news' }], null, /Settings.*web_fetch/s),
]

/** All written calls: those with a clear meaning, then those that want a hint. */
export const CALL_CASES: readonly CallCase[] = [...EDITS, ...NAMES, ...LOOKS, ...ACTS, ...HINTS]
