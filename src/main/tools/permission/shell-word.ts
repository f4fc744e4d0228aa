/** One word of a shell command, as far as it can be known without running anything. */
export type ShellWord = {
  /** The word with its quotes taken off. Expansions stand in it as they were written. */
  readonly text: string
  readonly raw: string
  /** True when a part was quoted or escaped: then it is no reserved word and no glob. */
  readonly quoted: boolean
  /** Why its value is only known at run time, for example a variable. */
  readonly dynamic: string | null
  readonly glob: boolean
  /** Commands that run to make the word: `$(…)`, backticks, `<(…)`. */
  readonly scripts: readonly string[]
  readonly end: number
}

/** Thrown when quotes or brackets do not end: then nothing after them can be trusted. */
export class UnbalancedError extends Error {}

type Draft = { text: string; quoted: boolean; dynamic: string | null; glob: boolean; scripts: string[] }

const ENDS_WORD = new Set([' ', '\t', '\n', ';', '&', '|', '(', ')', '<', '>'])

/** Reads the word that starts at `start`. It may be empty when an operator stands there. */
export function readWord(source: string, start: number): ShellWord {
  const draft: Draft = { text: '', quoted: false, dynamic: null, glob: false, scripts: [] }
  let at = start
  while (at < source.length) {
    const character = source.charAt(at)
    if ((character === '<' || character === '>') && source[at + 1] === '(')
      at = substitution(source, at, draft)
    else if (ENDS_WORD.has(character)) break
    else at = readPiece(source, at, draft)
  }
  const raw = source.slice(start, at)
  if (!draft.quoted && /\{[^}]*(,|\.\.)/.test(raw)) draft.dynamic ??= 'braces that become several words'
  return { ...draft, raw, end: at }
}

/** The commands inside a text in which only expansions count, such as a here-document. */
export function scriptsIn(text: string): string[] {
  const draft: Draft = { text: '', quoted: false, dynamic: null, glob: false, scripts: [] }
  let at = 0
  while (at < text.length) at = readExpandable(text, at, draft)
  return draft.scripts
}

function readPiece(source: string, at: number, draft: Draft): number {
  const character = source.charAt(at)
  if (character === '\\') return readEscape(source, at, draft)
  if (character === "'") return readSingle(source, at, draft)
  if (character === '"') return readDouble(source, at, draft)
  if (character === '$' && source[at + 1] === "'") return readAnsi(source, at, draft)
  if (character === '$' && source[at + 1] === '"') return readDouble(source, at + 1, draft)
  if ('*?['.includes(character)) draft.glob = true
  return readExpandable(source, at, draft)
}

function readEscape(source: string, at: number, draft: Draft): number {
  if (at + 1 >= source.length) throw new UnbalancedError('it ends in a backslash')
  if (source[at + 1] === '\n') return at + 2
  draft.quoted = true
  draft.text += source.charAt(at + 1)
  return at + 2
}

function readSingle(source: string, at: number, draft: Draft): number {
  const end = source.indexOf("'", at + 1)
  if (end === -1) throw new UnbalancedError('a single quote does not end')
  draft.quoted = true
  draft.text += source.slice(at + 1, end)
  return end + 1
}

/** `$'…'` can spell any character by number, so it is only trusted without backslashes. */
function readAnsi(source: string, at: number, draft: Draft): number {
  let end = at + 2
  while (end < source.length && source[end] !== "'") end += source[end] === '\\' ? 2 : 1
  if (end >= source.length) throw new UnbalancedError('a quote does not end')
  const body = source.slice(at + 2, end)
  if (body.includes('\\')) draft.dynamic = 'characters spelled by number'
  draft.quoted = true
  draft.text += body
  return end + 1
}

function readDouble(source: string, start: number, draft: Draft): number {
  draft.quoted = true
  let at = start + 1
  while (at < source.length) {
    if (source[at] === '"') return at + 1
    if (source[at] === '\\' && '$`"\\\n'.includes(source.charAt(at + 1))) {
      if (source[at + 1] !== '\n') draft.text += source.charAt(at + 1)
      at += 2
    } else at = readExpandable(source, at, draft)
  }
  throw new UnbalancedError('a double quote does not end')
}

/** One character or one expansion, by the rules that hold inside double quotes. */
function readExpandable(source: string, at: number, draft: Draft): number {
  if (source[at] === '`') return readBackticks(source, at, draft)
  if (source[at] !== '$') {
    draft.text += source.charAt(at)
    return at + 1
  }
  const next = source.charAt(at + 1)
  if (next === '(') return substitution(source, at, draft)
  if (next === '{') return readBraces(source, at, draft)
  if (/[?#$!]/.test(next)) {
    draft.text += `$${next}`
    return at + 2
  }
  const name = /^\$([A-Za-z_]\w*|[0-9@*-])/.exec(source.slice(at, at + 200))
  draft.text += name?.[0] ?? '$'
  if (name !== null) draft.dynamic = `the variable ${name[0]}`
  return at + (name?.[0].length ?? 1)
}

function readBackticks(source: string, start: number, draft: Draft): number {
  let at = start + 1
  while (at < source.length && source[at] !== '`') at += source[at] === '\\' ? 2 : 1
  if (at >= source.length) throw new UnbalancedError('a backtick does not end')
  const body = source.slice(start + 1, at)
  draft.scripts.push(body.replace(/\\([\\`$])/g, '$1'))
  draft.dynamic = 'the output of another command'
  draft.text += source.slice(start, at + 1)
  return at + 1
}

function readBraces(source: string, start: number, draft: Draft): number {
  const inner: Draft = { text: '', quoted: false, dynamic: null, glob: false, scripts: draft.scripts }
  let at = start + 2
  while (at < source.length && source[at] !== '}') at = readPiece(source, at, inner)
  if (at >= source.length) throw new UnbalancedError('a ${ does not end')
  draft.dynamic = `the variable ${source.slice(start, at + 1)}`
  draft.text += source.slice(start, at + 1)
  return at + 1
}

/** `$(…)`, `<(…)` or `>(…)`; `$((…))` is arithmetic, in which only commands within count. */
function substitution(source: string, start: number, draft: Draft): number {
  const end = closingBracket(source, start + 1)
  const body = source.slice(start + 2, end)
  const arithmetic = source[start] === '$' && body.startsWith('(') && closingOf(body) === body.length - 1
  if (arithmetic) draft.scripts.push(...scriptsIn(body))
  else draft.scripts.push(body)
  if (source[start] === '$') draft.dynamic = arithmetic ? 'arithmetic' : 'the output of another command'
  draft.text += source.slice(start, end + 1)
  return end + 1
}

function closingOf(body: string): number {
  try {
    return closingBracket(body, 0)
  } catch (error) {
    if (error instanceof UnbalancedError) return -1
    throw error
  }
}

/** The `)` that ends the `(` at `open`, past quotes, comments and nested brackets. */
function closingBracket(source: string, open: number): number {
  let depth = 0
  let at = open
  while (at < source.length) {
    const character = source.charAt(at)
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ')' && depth === 0) return at
    if (character === '#' && /[\s;&|(]/.test(source.charAt(at - 1))) {
      const line = source.indexOf('\n', at)
      at = line === -1 ? source.length : line
    } else if (/[\\'"`$]/.test(character)) {
      const word: Draft = { text: '', quoted: false, dynamic: null, glob: false, scripts: [] }
      at = readPiece(source, at, word)
    } else at += 1
  }
  throw new UnbalancedError('a bracket does not end')
}
