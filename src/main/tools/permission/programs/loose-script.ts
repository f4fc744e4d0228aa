import type { ShellWord } from '../syntax/shell-word.ts'
import type { SyntaxNode } from '../syntax/syntax-tree.ts'

/** A command found in a script that is not plain. */
export type LooseCommand = {
  readonly words: readonly ShellWord[]
  /** The text of its here-strings. */
  readonly input: readonly string[]
}

export type LooseRedirect = { readonly target: ShellWord; readonly writes: boolean }

/** Everything in a script that a refusal may have to find. */
export type LooseScript = {
  readonly commands: readonly LooseCommand[]
  readonly redirects: readonly LooseRedirect[]
  /** The insides of backticks. */
  readonly scripts: readonly string[]
  /** The texts of here-documents. */
  readonly documents: readonly string[]
}

const STATEMENTS = new Set([
  'command',
  'declaration_command',
  'unset_command',
  'test_command',
  'variable_assignment',
  'variable_assignments',
])

/**
 * Collects the commands of a syntax tree wherever they occur: in lists, loops, functions and substitutions. The
 * result says what a script may do, and never that it does nothing else.
 */
export function readLooseScript(script: string, root: SyntaxNode): LooseScript {
  const commands: LooseCommand[] = []
  const redirects: LooseRedirect[] = []
  const scripts: string[] = []
  const documents: string[] = []
  const pending: SyntaxNode[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const child of node.children.toReversed()) pending.push(child)
    const text = script.slice(node.start, node.end)
    if (node.type === 'command') commands.push(readCommandNode(script, node))
    else if (node.type === 'redirected_statement') commands.push(...readRedirected(script, node))
    else if (STATEMENTS.has(node.type)) commands.push({ words: wordsOfText(text), input: [] })
    else if (node.type === 'file_redirect') redirects.push(...readRedirects(script, node))
    else if (node.type === 'heredoc_body') documents.push(text)
    else if (node.type === 'command_substitution' && text.startsWith('`')) {
      scripts.push(text.slice(1, -1).replace(/\\([`$\\])/g, '$1'))
    }
  }
  return { commands, redirects, scripts, documents }
}

/** Offsets at which the statements of a tree begin, without their redirections, in order. */
export function statementStarts(root: SyntaxNode): number[] {
  const starts: number[] = []
  const pending: SyntaxNode[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (STATEMENTS.has(node.type)) {
      const first = node.children.find(({ type }) => !type.endsWith('_redirect'))
      starts.push(first?.start ?? node.start)
    } else for (const child of node.children) pending.push(child)
  }
  return starts.sort((left, right) => left - right)
}

function readCommandNode(script: string, node: SyntaxNode): LooseCommand {
  const input = node.children
    .filter(({ type }) => type === 'herestring_redirect')
    .flatMap(({ children }) => children.slice(1).map((child) => readWordNode(script, child).text))
  const words = node.children.flatMap((child) => {
    if (child.type === 'file_redirect') return extraWords(script, child)
    return child.type.endsWith('_redirect') || child.type === 'comment' ? [] : [readWordNode(script, child)]
  })
  return { words, input }
}

/** The last command of a statement with the words behind its redirections, and these words alone. */
function readRedirected(script: string, node: SyntaxNode): LooseCommand[] {
  const extra = node.children.flatMap((child) => extraWords(script, child))
  if (extra.length === 0) return []
  const command = lastCommand(node)
  const own = command === null ? [] : readCommandNode(script, command).words
  return [
    { words: [...own, ...extra], input: [] },
    { words: extra, input: [] },
  ]
}

function lastCommand(statement: SyntaxNode): SyntaxNode | null {
  let node = statement.children.findLast(({ type }) => !type.endsWith('_redirect'))
  while (node !== undefined && node.type !== 'command') node = node.children.at(-1)
  return node ?? null
}

/** The grammar takes all words after a redirection for files; bash takes the first. */
function extraWords(script: string, redirect: SyntaxNode): ShellWord[] {
  if (redirect.type !== 'file_redirect') return []
  return targetsOf(redirect)
    .slice(1)
    .map((child) => readWordNode(script, child))
}

/** Words of a statement whose parts do not matter one by one. */
function wordsOfText(text: string): ShellWord[] {
  return text
    .split(/\s+/)
    .filter((raw) => raw !== '')
    .map((raw) => ({ text: raw, raw, quoted: false, dynamic: null, glob: false }))
}

function readRedirects(script: string, node: SyntaxNode): LooseRedirect[] {
  const operator = node.children.find(isOperator)
  return targetsOf(node)
    .slice(0, 1)
    .map((target) => ({ target: readWordNode(script, target), writes: operator?.type !== '<' }))
}

function targetsOf(redirect: SyntaxNode): SyntaxNode[] {
  return redirect.children.filter((child) => !isOperator(child) && child.type !== 'file_descriptor')
}

function isOperator({ type }: SyntaxNode): boolean {
  return /^[<>&|-]+$/.test(type)
}

function readWordNode(script: string, node: SyntaxNode): ShellWord {
  const raw = script.slice(node.start, node.end)
  const parts = partsOf(node)
  const read = parts.map((part) => readPart(script.slice(part.start, part.end), part.type))
  const text = read.map((part) => part.text).join('')
  const isUnquoted = read.every((part) => !part.quoted)
  const braces = isUnquoted && /\{[^{}]*(,|\.\.)/.test(raw) ? 'braces that become several words' : null
  const dynamic = read.find((part) => part.dynamic !== null)?.dynamic ?? braces
  return { text, raw, quoted: !isUnquoted, dynamic, glob: read.some((part) => part.glob) }
}

function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const [only] = node.children
  if (node.type === 'command_name') return only === undefined ? [node] : partsOf(only)
  return node.type === 'concatenation' ? node.children.flatMap(partsOf) : [node]
}

type Part = Omit<ShellWord, 'raw'>

function readPart(raw: string, type: string): Part {
  const quoted = (text: string, dynamic: string | null = null): Part => ({
    text,
    dynamic,
    quoted: true,
    glob: false,
  })
  if (type === 'raw_string') return quoted(raw.slice(1, -1))
  if (type === 'ansi_c_string') return quoted(ansiText(raw.slice(2, -1)), 'a quote with escapes')
  if (type === 'string' || type === 'translated_string') {
    const inner = raw.slice(raw.indexOf('"') + 1, -1)
    const isComputed = /(?<!\\)(\\\\)*[$`]/.test(inner) || type === 'translated_string'
    return quoted(inner.replace(/\\(["\\$`\n])/g, unescaped), isComputed ? 'a variable or a command' : null)
  }
  if (type === 'word' || type === 'number' || type === 'variable_name') {
    const text = raw.replace(/\\([\s\S])/g, unescaped)
    return { text, dynamic: null, quoted: raw.includes('\\'), glob: /[*?[]/.test(raw.replace(/\\./g, '')) }
  }
  return { text: raw, dynamic: 'a variable or a command', quoted: false, glob: false }
}

const unescaped = (_: string, character: string) => (character === '\n' ? '' : character)

const ANSI_SIGNS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', e: '\u001b' }

/** Decodes the escapes of `$'…'`, as the bash manual lists them under "ANSI-C Quoting". */
function ansiText(text: string): string {
  return text.replace(
    /\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|[\s\S])/g,
    (_, escaped: string) => {
      const code = /^[xuU]./.test(escaped) ? Number.parseInt(escaped.slice(1), 16) : octal(escaped)
      if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      return ANSI_SIGNS[escaped] ?? escaped
    },
  )
}

function octal(digits: string): number | null {
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null
}
