import { type Move, type WrittenCall, written } from './emission.ts'
import type { Random } from './random.ts'

/** A way to write a call badly; null where it has no effect on this call. */
export type CallSlip = {
  readonly name: string
  /** Applied to what is meant; the result is what the model writes. */
  readonly apply: (move: Move, random: Random) => WrittenCall | null
  /** Words of an answer that name the mistake, by which a model learns. */
  readonly named: (move: Move) => RegExp
}

/** Names of fields in other harnesses, by our tool and field. */
const OTHER_FIELDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  read: { path: ['file_path', 'filePath', 'filename'], offset: ['start_line'] },
  write: { path: ['file_path', 'filePath'], content: ['contents', 'file_text', 'text'] },
  edit: {
    path: ['file_path', 'filePath'],
    old_text: ['old_string', 'oldString', 'old_str', 'oldText'],
    new_text: ['new_string', 'newString', 'new_str', 'newText'],
    replace_all: ['replaceAll'],
  },
  list: { path: ['dir_path', 'directory'] },
  glob: { pattern: ['glob', 'query'] },
  grep: { pattern: ['query', 'regex'], include: ['glob', 'include_pattern'], max_results: ['head_limit'] },
  bash: { command: ['cmd', 'script'] },
  plan: { steps: ['todos'] },
  ask: { prompt: ['question'], choices: ['options'] },
  agent: {
    title: ['description', 'task_name'],
    prompt: ['task', 'instructions'],
    agent: ['subagent_type', 'agent_type'],
  },
}

const OTHER_TOOLS: Readonly<Record<string, readonly string[]>> = {
  read: ['read_file', 'view', 'Read'],
  write: ['write_file', 'create_file', 'Write'],
  edit: ['edit_file', 'str_replace', 'replace', 'Edit'],
  list: ['ls', 'list_dir', 'list_files'],
  glob: ['find_files', 'file_search', 'Glob'],
  grep: ['search', 'grep_search', 'Grep'],
  bash: ['shell', 'run_command', 'Bash', 'execute_command'],
  plan: ['update_plan', 'todo_write'],
  ask: ['ask_user', 'question'],
  agent: ['task', 'Task', 'spawn_agent', 'delegate'],
}

const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  read: ['offset', 'limit'],
  edit: ['replace_all'],
  grep: ['include', 'context', 'max_results'],
  bash: ['timeout_ms', 'description'],
  glob: ['path'],
  list: ['path'],
  ask: ['choices'],
  agent: ['resume', 'model'],
}

const JSON_NAMED = () => /JSON/
const ofText =
  (change: (json: string) => string): CallSlip['apply'] =>
  ({ tool, args }) => {
    const plain = JSON.stringify(args)
    const changed = change(plain)
    return changed === plain ? null : { name: tool, args: changed }
  }

/** Slips of the form of a call: its JSON, its fields, its name. */
export const FORM_SLIPS: readonly CallSlip[] = [
  { name: 'JSON in JSON', apply: ofText(JSON.stringify), named: JSON_NAMED },
  { name: 'a comma at the end', apply: ofText((json) => json.replace(/}$/, ',}')), named: JSON_NAMED },
  { name: 'raw line breaks', apply: ofText((json) => json.replaceAll('\\n', '\n')), named: JSON_NAMED },
  { name: 'a code fence', apply: ofText((json) => `\`\`\`json\n${json}\n\`\`\``), named: JSON_NAMED },
  { name: 'the object twice', apply: ofText((json) => json + json), named: JSON_NAMED },
  { name: 'no closing brace', apply: ofText((json) => json.slice(0, -1)), named: () => /JSON|closed/ },
  {
    name: 'single quotes',
    apply: ({ tool, args }) => ({ name: tool, args: pythonOf(args) }),
    named: JSON_NAMED,
  },
  {
    name: 'a wrapper',
    apply: ({ tool, args }, random) =>
      written({ tool, args: { [random.pick(['input', 'arguments', 'parameters'])]: args } }),
    named: ({ args }) => new RegExp(Object.keys(args)[0] ?? 'arguments'),
  },
  {
    name: 'a field too many',
    apply: ({ tool, args }, random) =>
      written({
        tool,
        args: { ...args, [random.pick(['explanation', 'reason', 'thought'])]: 'It is needed.' },
      }),
    named: () => /explanation|reason|thought/,
  },
  { name: 'null for what is left out', apply: nulled, named: ({ tool }) => anyOf(OPTIONAL[tool] ?? []) },
  { name: 'numbers in quotes', apply: quoted, named: () => /number|without quotes/ },
  { name: 'fields of another harness', apply: otherFields, named: ({ args }) => anyOf(Object.keys(args)) },
  {
    name: 'a tool of another harness',
    apply: ({ tool, args }, random) => {
      const names = OTHER_TOOLS[tool]
      return names === undefined ? null : written({ tool: random.pick(names), args })
    },
    named: ({ tool }) => new RegExp(`\\b${tool}\\b`),
  },
  {
    name: 'a prefix before the tool',
    apply: ({ tool, args }, random) =>
      written({ tool: `${random.pick(['functions.', 'default_api:', 'tools.'])}${tool}`, args }),
    named: ({ tool }) => new RegExp(`\\b${tool}\\b`),
  },
]

/** Slips of the path of a call. Each leads to nothing as it is written. */
export const PATH_SLIPS: readonly CallSlip[] = [
  ofPath('a slash in front', (path) => `/${path}`),
  ofPath('file://', (path) => `file://<root>/${path}`),
  ofPath('backslashes', (path) => path.replaceAll('/', '\\')),
  ofPath('another case', (path) => path.replace(/[^/]+$/, (name) => name[0]?.toUpperCase() + name.slice(1))),
  ofPath('the name of the project', (path) => `shop/${path}`),
  ofPath('an at sign', (path) => `@${path}`),
  ofPath('the a/ of a diff', (path) => `a/${path}`),
  ofPath('quotes', (path) => `"${path}"`),
]

function ofPath(name: string, change: (path: string) => string): CallSlip {
  return {
    name: `path: ${name}`,
    apply: ({ tool, args }) => {
      const path = args['path']
      if (typeof path !== 'string' || path.startsWith('/') || path === '.') return null
      const changed = change(path)
      return changed === path ? null : written({ tool, args: { ...args, path: changed } })
    },
    named: ({ args }) => new RegExp(`(?<![\\w/\\\\])${escaped(String(args['path']))}(?!\\w)`),
  }
}

function nulled({ tool, args }: Move): WrittenCall | null {
  const missing = (OPTIONAL[tool] ?? []).filter((key) => args[key] === undefined)
  if (missing.length === 0) return null
  return written({ tool, args: { ...args, ...Object.fromEntries(missing.map((key) => [key, null])) } })
}

function quoted({ tool, args }: Move): WrittenCall | null {
  const plain = Object.values(args).some((value) => typeof value === 'number' || typeof value === 'boolean')
  const text = (value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (!plain) return null
  return written({
    tool,
    args: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, text(value)])),
  })
}

function otherFields({ tool, args }: Move, random: Random): WrittenCall | null {
  const names = OTHER_FIELDS[tool]
  if (names === undefined) return null
  const renamed = Object.entries(args).map(([key, value]) => [
    names[key] === undefined ? key : random.pick(names[key]),
    value,
  ])
  return written({ tool, args: Object.fromEntries(renamed) })
}

/** Writes a value as Python shows it. */
function pythonOf(value: unknown): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return String(value)
  return `{${Object.entries(value)
    .map(([key, each]) => `'${key}': ${pythonOf(each)}`)
    .join(', ')}}`
}

function anyOf(words: readonly string[]): RegExp {
  return new RegExp(words.map((word) => `\\b${escaped(word)}\\b`).join('|') || '$^')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
