import { CALL_CASES } from '../../../bench/harness/call-cases.ts'

/** A call that is a little off: what is off, its name and text, and the tool and arguments that are meant. */
type NearlyCall = readonly [what: string, name: string, text: string, tool: string, args: object]

const json = (value: unknown): string => JSON.stringify(value)

export const EDIT = { path: 'src/a.ts', old_text: 'let a = 1', new_text: 'let a = 2' }
const EDIT_ALL = { ...EDIT, replace_all: true }
const RAW = '{"path":"src/a.ts","old_text":"let a = 1\nlet b = 2","new_text":"let\tc = 3"}'
const RAW_READ = { path: 'src/a.ts', old_text: 'let a = 1\nlet b = 2', new_text: 'let\tc = 3' }

/** Cases of the lab whose meaning the tool or the disk completes after the reading of the call. */
const COMPLETED_LATER: ReadonlySet<string> = new Set([
  ...['replace_all in quotes', 'no new_text, to delete', 'read: limit over its bound', 'read: a folder'],
  ...['grep: a bracket that is not closed', 'bash: timeout', 'bash: workdir', 'plan: no goal'],
  ...['ask: choices as objects', 'plan: todos with content'],
])

/** The written cases of the lab, as far as the reading of a call completes them. */
const OF_LAB: readonly NearlyCall[] = CALL_CASES.flatMap(({ name, sent, meant }): NearlyCall[] => {
  const [call, ...others] = sent.calls ?? []
  const [move, ...moves] = meant ?? []
  if (call === undefined || move === undefined || others.length + moves.length > 0) return []
  const isPath = / path /.test(` ${name} `) && call.name === 'edit'
  if (COMPLETED_LATER.has(name) || isPath) return []
  return [[`lab: ${name}`, call.name, call.args, move.tool, move.args]]
})

/** Calls with the slips of many models, all of whose meanings are plain. */
export const NEARLY_CALLS: readonly NearlyCall[] = [
  ...OF_LAB,
  ['JSON inside JSON twice', 'edit', json(json(json(EDIT))), 'edit', EDIT],
  ['escaped without quotes around it', 'edit', json(json(EDIT)).slice(1, -1), 'edit', EDIT],
  ['a missing comma', 'read', '{"path": "src/a.ts" "limit": 5}', 'read', { path: 'src/a.ts', limit: 5 }],
  [
    'words of Python',
    'edit',
    "{'path': 'src/a.ts', 'old_text': 'let a = 1', 'new_text': 'let a = 2', 'replace_all': True}",
    'edit',
    EDIT_ALL,
  ],
  ['None for what is not given', 'read', "{'path': 'src/a.ts', 'limit': None}", 'read', { path: 'src/a.ts' }],
  ['line breaks and tabs in strings', 'edit', RAW, 'edit', RAW_READ],
  ['names without quotes', 'read', '{path: "src/a.ts", limit: 5}', 'read', { path: 'src/a.ts', limit: 5 }],
  ['values without quotes', 'read', '{path: src/a.ts}', 'read', { path: 'src/a.ts' }],
  [
    'a fence around content with a fence',
    'write',
    `\`\`\`\n${json({ path: 'a.md', content: '```ts\n1\n```\n' })}\n\`\`\``,
    'write',
    { path: 'a.md', content: '```ts\n1\n```\n' },
  ],
  [
    'words before and behind',
    'read',
    'I will read it: {"path":"src/a.ts"} and then go on.',
    'read',
    { path: 'src/a.ts' },
  ],
  ['the object and its beginning again', 'edit', json(EDIT) + json(EDIT).slice(0, 20), 'edit', EDIT],
  ['a tag behind it', 'read', '{"path":"src/a.ts"}\n</tool_call>', 'read', { path: 'src/a.ts' }],
  ['a spare brace', 'read', '{"path":"src/a.ts"}}', 'read', { path: 'src/a.ts' }],
  [
    'missing bracket and brace',
    'ask',
    '{"prompt":"Which?","choices":["a","b"',
    'ask',
    { prompt: 'Which?', choices: ['a', 'b'] },
  ],
  [
    'a missing bracket',
    'ask',
    '{"prompt":"Which?","choices":["a","b"}',
    'ask',
    { prompt: 'Which?', choices: ['a', 'b'] },
  ],
  [
    'quotes inside that are not escaped',
    'edit',
    '{"path":"src/a.ts","old_text":"say("hi", "you")","new_text":"say("ho")"}',
    'edit',
    { path: 'src/a.ts', old_text: 'say("hi", "you")', new_text: 'say("ho")' },
  ],
  [
    'a backslash that is not escaped',
    'grep',
    '{"pattern":"\\bfoo\\(\\d+\\)"}',
    'grep',
    { pattern: '\\bfoo\\(\\d+\\)' },
  ],
  ['wrapped as a whole call', 'edit', json({ name: 'edit', arguments: json(EDIT) }), 'edit', EDIT],
  [
    'wrapped as a function',
    'edit',
    json({ type: 'function', function: { name: 'edit', arguments: EDIT } }),
    'edit',
    EDIT,
  ],
  ['a list of one object', 'edit', json([EDIT]), 'edit', EDIT],
  [
    'a boolean as text',
    'edit',
    json({ ...EDIT, replace_all: 'false' }),
    'edit',
    { ...EDIT, replace_all: false },
  ],
  [
    'names of Claude Code',
    'Edit',
    json({ file_path: 'src/a.ts', old_string: 'let a = 1', new_string: 'let a = 2' }),
    'edit',
    EDIT,
  ],
  [
    'the editor tool',
    'str_replace_editor',
    json({
      command: 'str_replace',
      path: 'src/a.ts',
      old_str: 'let a = 1',
      new_str: 'let a = 2',
      view_range: null,
    }),
    'edit',
    EDIT,
  ],
  [
    'the editor tool that views',
    'str_replace_based_edit_tool',
    json({ command: 'view', path: 'src/a.ts', view_range: [5, 9] }),
    'read',
    { path: 'src/a.ts', offset: 5, limit: 5 },
  ],
  ['a name with a number behind it', 'functions.read:0', '{"path":"src/a.ts"}', 'read', { path: 'src/a.ts' }],
  [
    'a name with a mark of a template',
    'read<|channel|>commentary',
    '{"path":"src/a.ts"}',
    'read',
    { path: 'src/a.ts' },
  ],
  [
    'numbers as text',
    'read',
    '{"path":"src/a.ts","offset":"5","limit":"3.0"}',
    'read',
    { path: 'src/a.ts', offset: 5, limit: 3 },
  ],
  [
    'more than the most',
    'read',
    '{"path":"src/a.ts","limit":20000}',
    'read',
    { path: 'src/a.ts', limit: 10_000 },
  ],
  ['no limit as -1', 'read', '{"path":"src/a.ts","offset":0,"limit":-1}', 'read', { path: 'src/a.ts' }],
  [
    'first and last line',
    'read_file',
    json({ target_file: 'src/a.ts', start_line: 10, end_line: 19 }),
    'read',
    { path: 'src/a.ts', offset: 10, limit: 10 },
  ],
  ['a text alone', 'read', '"src/a.ts"', 'read', { path: 'src/a.ts' }],
  [
    'fields of Claude Code for a search',
    'Grep',
    json({
      pattern: 'a',
      path: 'src',
      glob: '*.ts',
      output_mode: 'files_with_matches',
      '-i': true,
      '-n': false,
    }),
    'grep',
    { pattern: 'a', path: 'src', include: '*.ts', output: 'files', case_insensitive: true },
  ],
  [
    'lines around a match',
    'grep',
    json({ pattern: 'a', '-A': 2, '-B': '3' }),
    'grep',
    { pattern: 'a', after: 2, before: 3 },
  ],
  [
    'lines behind a match, and fewer around it',
    'grep',
    json({ pattern: 'a', '-C': 1, after_context: '4' }),
    'grep',
    { pattern: 'a', context: 1, after: 4 },
  ],
  [
    'an empty text for what need not be given',
    'grep',
    json({ pattern: 'a', include: '' }),
    'grep',
    { pattern: 'a' },
  ],
  ['a number for a text', 'grep', json({ pattern: 404 }), 'grep', { pattern: '404' }],
  ['a pattern as path', 'glob', json({ path: 'src/**/*.ts' }), 'glob', { pattern: 'src/**/*.ts' }],
  [
    'another name for a command',
    'run_shell_command',
    json({ cmd: 'npm test' }),
    'bash',
    { command: 'npm test' },
  ],
  [
    'the folder of a command',
    'bash',
    json({ command: 'npm test', cwd: 'app' }),
    'bash',
    { command: 'npm test', workdir: 'app' },
  ],
  [
    'a timeout in seconds',
    'bash',
    json({ command: 'npm test', timeout: 30 }),
    'bash',
    { command: 'npm test', timeout_ms: 30_000 },
  ],
  [
    'a timeout in milliseconds',
    'bash',
    json({ command: 'npm test', timeout: 60_000 }),
    'bash',
    { command: 'npm test', timeout_ms: 60_000 },
  ],
  [
    'a command as a list',
    'shell',
    json({ command: ['git', 'commit', '-m', 'two words'] }),
    'bash',
    { command: "git commit -m 'two words'" },
  ],
  [
    'content as an object',
    'write',
    json({ path: 'a.json', content: { a: 1 } }),
    'write',
    { path: 'a.json', content: '{\n  "a": 1\n}\n' },
  ],
  [
    'names for writing',
    'create_file',
    json({ file_path: 'a.ts', contents: 'x' }),
    'write',
    { path: 'a.ts', content: 'x' },
  ],
  [
    'states of other plans',
    'TodoWrite',
    json({ todos: [{ content: 'Look', status: 'in_progress', activeForm: '' }, { content: 'Act' }] }),
    'plan',
    {
      goal: 'Look',
      steps: [
        { title: 'Look', status: 'running' },
        { title: 'Act', status: 'pending' },
      ],
    },
  ],
  [
    'steps as texts',
    'update_plan',
    json({ explanation: 'Why', plan: ['Look', 'Act'] }),
    'plan',
    {
      goal: 'Why',
      steps: [
        { title: 'Look', status: 'pending' },
        { title: 'Act', status: 'pending' },
      ],
    },
  ],
  [
    'steps as JSON text',
    'plan',
    json({ goal: 'Why', steps: json([{ title: 'Look', status: 'done' }]) }),
    'plan',
    { goal: 'Why', steps: [{ title: 'Look', status: 'completed' }] },
  ],
  [
    'steps as a list in words',
    'plan',
    json({ goal: 'Why', steps: '1. Look\n2. Act' }),
    'plan',
    {
      goal: 'Why',
      steps: [
        { title: 'Look', status: 'pending' },
        { title: 'Act', status: 'pending' },
      ],
    },
  ],
  [
    'one question in a list',
    'AskUserQuestion',
    json({ questions: [{ question: 'Which?', options: ['a', 'b'], multiSelect: false }] }),
    'ask',
    { prompt: 'Which?', choices: ['a', 'b'], multiple: false },
  ],
  [
    'several questions in a list',
    'AskUserQuestion',
    json({
      questions: [
        {
          question: 'Which?',
          header: 'Which',
          multiSelect: false,
          options: [{ label: 'a', description: 'The first.' }, { label: 'b' }],
        },
        { question: 'And?', options: [{ title: 'c' }, 'd'], multiSelect: true },
      ],
    }),
    'ask',
    {
      prompt: 'Which?',
      choices: [{ label: 'a', description: 'The first.' }, { label: 'b' }],
      multiple: false,
      more: [{ prompt: 'And?', choices: [{ label: 'c' }, 'd'], multiple: true }],
    },
  ],
  [
    'one choice for a list',
    'ask',
    json({ prompt: 'Go?', choices: 'yes' }),
    'ask',
    { prompt: 'Go?', choices: ['yes'] },
  ],
  ['no arguments', 'list', '', 'list', {}],
  ['null for the arguments', 'list', 'null', 'list', {}],
  [
    'a task',
    'Task',
    json({ description: 'Look', prompt: 'Look at it', subagent_type: 'explore' }),
    'agent',
    { title: 'Look', prompt: 'Look at it', agent: 'explore' },
  ],
]
