import type { ShellWord } from '../syntax/shell-word.ts'

/** A redirection to or from a file whose name is plain. */
export type PlainRedirect = { readonly operator: '<' | '>' | '>>'; readonly target: ShellWord }

/** A command of a plain script. `start` is the offset of its first word, `input` the text of its here-document. */
export type PlainCommand = {
  readonly words: readonly ShellWord[]
  readonly start: number
  readonly redirects: readonly PlainRedirect[]
  readonly input: string | null
}

export type PlainScript =
  | { readonly commands: readonly PlainCommand[]; readonly unsure: null }
  /** Why the script is not plain. */
  | { readonly commands: readonly []; readonly unsure: string }

/** Longer scripts are never plain. In UTF-16 units. */
const LONGEST_SCRIPT = 100_000

/**
 * Reads scripts in the part of bash whose meaning is beyond doubt: words of plain characters, single quotes,
 * double quotes without expansions, escaped punctuation, file patterns, `&& || ; |` and newline, comments,
 * redirections `< > >>` to plain names and between descriptors, here-documents that bash takes literally, and
 * `$?` where builtins print, compare or return it.
 * Everything else makes the whole script unsure. Takes time linear in the length of the script.
 */
export function readPlainScript(script: string): PlainScript {
  if (script.length > LONGEST_SCRIPT) return { commands: [], unsure: 'it is too long' }
  if (/\p{Cs}/u.test(script)) return { commands: [], unsure: 'it contains half a character' }
  try {
    return { commands: readCommands(script), unsure: null }
  } catch (error) {
    if (!(error instanceof NotPlainError)) throw error
    return { commands: [], unsure: error.message }
  }
}

class NotPlainError extends Error {}

type Draft = { words: ShellWord[]; start: number; redirects: PlainRedirect[]; input: string | null }
type HereDocument = { readonly delimiter: string; readonly quoted: boolean; readonly command: Draft }

const newDraft = (): Draft => ({ words: [], start: 0, redirects: [], input: null })

function readCommands(script: string): PlainCommand[] {
  const commands: PlainCommand[] = []
  let draft = newDraft()
  let document: HereDocument | null = null
  let open: string | null = null
  let at = 0

  const endCommand = (operator: string) => {
    const isEmpty = draft.words.length === 0
    if (isEmpty && (draft.redirects.length > 0 || document?.command === draft)) {
      throw new NotPlainError('it has a redirection without a command')
    }
    const mayBeEmpty = operator === '\n' || operator === ''
    if (isEmpty && (!mayBeEmpty || (operator === '' && open !== null))) {
      throw new NotPlainError('a command is missing')
    }
    if (!isEmpty) {
      checkFirstWord(draft.words)
      draft.words = withStatus(draft.words)
      commands.push(draft)
      open = operator === '&&' || operator === '||' || operator === '|' ? operator : null
    }
    draft = newDraft()
  }

  while (at < script.length) {
    const character = script.charAt(at)
    if (character === ' ' || character === '\t') at += 1
    else if (character === '#') at = endOfLine(script, at)
    else if (character === '\n') {
      endCommand('\n')
      at += 1
      if (document !== null) at = readDocument(script, at, document)
      document = null
    } else if (character === ';' || character === '&' || character === '|') {
      const operator = readOperator(script, at)
      endCommand(operator)
      at += operator.length
    } else if (isRedirection(script, at)) {
      const read = readRedirection(script, at)
      if (read.target !== null && read.delimiter === null) draft.redirects.push(read.target)
      if (read.delimiter !== null) {
        if (document !== null) throw new NotPlainError('it has two here-documents in a line')
        document = { ...read.delimiter, command: draft }
      }
      at = read.end
    } else {
      const { word, end } = readWord(script, at)
      if (isNegation(word, draft)) {
        at = end
        continue
      }
      if (draft.words.length === 0) draft.start = at
      draft.words.push(word)
      at = end
    }
  }
  if (document !== null) throw new NotPlainError('a here-document does not end')
  endCommand('')
  return commands
}

/** Words that begin a compound command when they are first and unquoted. */
const RESERVED = new Set(
  'if then elif else fi do done case esac while until for select function in coproc [[ ]] { } !'.split(' '),
)

function checkFirstWord([first, ...rest]: readonly ShellWord[]): void {
  if (first === undefined) return
  if (!first.quoted && RESERVED.has(first.raw)) throw new NotPlainError(`it uses ${first.raw}`)
  if (first.glob) throw new NotPlainError('a file pattern is the name of a program')
  if (first.raw !== 'time') return
  // Bash reads on after `time` as it does at the beginning of a command.
  const timed = rest.find(({ raw }) => raw !== '-p' && raw !== '--')
  if (timed !== undefined && !timed.quoted && RESERVED.has(timed.raw)) {
    throw new NotPlainError(`it uses ${timed.raw} after time`)
  }
}

/** Builtins to which an exit status is a number and never part of a name. */
const TAKES_STATUS = new Set(['echo', 'printf', 'exit', 'return', 'test', '['])

/** Returns the words of a builtin that may get `$?`. Elsewhere it may complete the name of a file: `cat link$?`. */
function withStatus(words: readonly ShellWord[]): ShellWord[] {
  const takesStatus = TAKES_STATUS.has(words[0]?.raw ?? '')
  return words.map((word) => {
    if (word.dynamic !== null && !takesStatus) throw new NotPlainError(`it contains ${word.dynamic}`)
    return { ...word, dynamic: null }
  })
}

function isNegation(word: ShellWord, draft: Draft): boolean {
  return word.raw === '!' && draft.words.length === 0 && draft.redirects.length === 0
}

function readOperator(script: string, at: number): string {
  const operator = /[;&|]+/y
  operator.lastIndex = at
  const found = operator.exec(script)?.[0] ?? ''
  if (!['&&', '||', ';', '|'].includes(found)) throw new NotPlainError(`it uses ${found}`)
  return found
}

function endOfLine(script: string, at: number): number {
  const end = script.indexOf('\n', at)
  const comment = script.slice(at, end === -1 ? undefined : end)
  if (hasControl(comment)) throw new NotPlainError('it has a control character')
  return end === -1 ? script.length : end
}

function isRedirection(script: string, at: number): boolean {
  const start = /\d*[<>]/y
  start.lastIndex = at
  return start.test(script)
}

type Redirection = {
  readonly target: PlainRedirect | null
  readonly delimiter: Omit<HereDocument, 'command'> | null
  readonly end: number
}

function readRedirection(script: string, at: number): Redirection {
  const toDescriptor = /\d?>&\d(?=[\s;&|<>]|$)/y
  toDescriptor.lastIndex = at
  const copied = toDescriptor.exec(script)
  if (copied !== null) return { target: null, delimiter: null, end: at + copied[0].length }
  const start = /(\d?)(<<|<|>>|>)(?![<>&|(-])[ \t]*/y
  start.lastIndex = at
  const found = start.exec(script)
  if (found === null) throw new NotPlainError('it has an unusual redirection')
  const operator = found[2]
  const { word, end } = readWord(script, at + found[0].length)
  if (word.raw === '' || word.raw.startsWith('#')) throw new NotPlainError('a redirection has no file')
  if (operator === '<<') return { target: null, delimiter: delimiterOf(word, found[1] ?? ''), end }
  if (word.glob || word.dynamic !== null) throw new NotPlainError('the name of a file is computed')
  const isKnown = operator === '<' || operator === '>' || operator === '>>'
  if (!isKnown) throw new NotPlainError('it has an unusual redirection')
  return { target: { operator, target: word }, delimiter: null, end }
}

function delimiterOf(word: ShellWord, descriptor: string): Omit<HereDocument, 'command'> {
  const isPlain = /^([A-Za-z_]\w*|'[A-Za-z_]\w*'|"[A-Za-z_]\w*")$/.test(word.raw)
  if (!isPlain || descriptor !== '') throw new NotPlainError('it has an unusual here-document')
  return { delimiter: word.text, quoted: word.quoted }
}

/** Reads the lines up to the delimiter. Unquoted ones must have nothing that bash would expand or join. */
function readDocument(script: string, at: number, { delimiter, quoted, command }: HereDocument): number {
  let line = at
  while (line <= script.length) {
    const end = script.indexOf('\n', line)
    const text = script.slice(line, end === -1 ? undefined : end)
    if (text === delimiter) {
      const body = script.slice(at, line)
      if (!quoted && /[$`\\]/.test(body)) throw new NotPlainError('a here-document has expansions')
      if (hasControl(body)) throw new NotPlainError('it has a control character')
      command.input = body
      return end === -1 ? script.length : end + 1
    }
    if (end === -1) break
    line = end + 1
  }
  throw new NotPlainError('a here-document does not end')
}

type WordDraft = { text: string; quoted: boolean; glob: boolean; dynamic: string | null }

const EXIT_STATUS = 'an exit status'
const ENDS_WORD = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>'])

function readWord(script: string, start: number): { readonly word: ShellWord; readonly end: number } {
  const draft: WordDraft = { text: '', quoted: false, glob: false, dynamic: null }
  let at = start
  while (at < script.length && !ENDS_WORD.has(script.charAt(at))) at = readPiece(script, at, start, draft)
  const raw = script.slice(start, at)
  const glob = draft.glob && raw !== '['
  return { word: { text: draft.text, raw, quoted: draft.quoted, dynamic: draft.dynamic, glob }, end: at }
}

const PLAIN = /[\p{L}\p{M}\p{N}_./\-+@%:,=^\]#!]+/uy
const OTHER_SIGN = /[\p{S}\p{P}]/uy

/** Reads the next piece of a word into the draft and returns where it ends. */
function readPiece(script: string, at: number, start: number, draft: WordDraft): number {
  const character = script.charAt(at)
  if (character === "'") return readSingleQuotes(script, at, draft)
  if (character === '"') return readDoubleQuotes(script, at, draft)
  if (character === '\\') return readEscape(script, at, draft)
  if (character === '~') return readTilde(script, at, start, draft)
  if (character === '$') return readStatus(script, at, draft)
  if (character === '{') return readPlaceholder(script, at, start, draft)
  if (character === '*' || character === '?' || character === '[') {
    draft.glob = true
    draft.text += character
    return at + 1
  }
  PLAIN.lastIndex = at
  const plain = PLAIN.exec(script)?.[0] ?? otherSign(script, at)
  draft.text += plain
  return at + plain.length
}

/** Signs beyond ASCII mean nothing to a shell; those of ASCII that are not plain mean too much. */
function otherSign(script: string, at: number): string {
  OTHER_SIGN.lastIndex = at
  const found = OTHER_SIGN.exec(script)?.[0] ?? ''
  if (found === '' || found <= '\u007f') {
    throw new NotPlainError(`it contains ${JSON.stringify(script.charAt(at))}`)
  }
  return found
}

function readSingleQuotes(script: string, at: number, draft: WordDraft): number {
  const end = script.indexOf("'", at + 1)
  if (end === -1) throw new NotPlainError('a quote does not end')
  return addQuoted(script.slice(at + 1, end), end + 1, draft)
}

function readDoubleQuotes(script: string, at: number, draft: WordDraft): number {
  const quoted = /"((?:[^"\\$`]|\\[^\n]|\$\?)*)"/y
  quoted.lastIndex = at
  const found = quoted.exec(script)
  if (found === null) throw new NotPlainError('a quote has expansions or does not end')
  const inside = found[1] ?? ''
  if (/^(?:[^\\$]|\\.)*\$/.test(inside)) draft.dynamic = EXIT_STATUS
  const text = inside.replace(/\\(["\\$`])/g, '$1')
  return addQuoted(text, at + found[0].length, draft)
}

function addQuoted(text: string, end: number, draft: WordDraft): number {
  if (hasControl(text)) throw new NotPlainError('it has a control character')
  draft.text += text
  draft.quoted = true
  return end
}

function readEscape(script: string, at: number, draft: WordDraft): number {
  const next = script.charAt(at + 1)
  if (!/^[ !-/:-@[-`{-~]$/.test(next)) throw new NotPlainError('it has an unusual escape')
  return addQuoted(next, at + 2, draft)
}

/** `~` and `~/x` are the home folder; after a letter or figure, as in `HEAD~1`, it means nothing. */
function readTilde(script: string, at: number, start: number, draft: WordDraft): number {
  const next = script.charAt(at + 1)
  const isHome = at === start && (next === '/' || next === '' || ENDS_WORD.has(next))
  const isLetter = at > start && /[\w.)^-]/.test(script.charAt(at - 1)) && !draft.quoted
  if (!isHome && !isLetter) throw new NotPlainError("it uses ~ for somebody's folder")
  draft.text += '~'
  return at + 1
}

/** `$?` is a number, whatever happened before. */
function readStatus(script: string, at: number, draft: WordDraft): number {
  if (script.charAt(at + 1) !== '?') throw new NotPlainError('it contains an expansion')
  draft.text += '$?'
  draft.dynamic = EXIT_STATUS
  return at + 2
}

/** A lone `{}` is literal, as `find -exec` requires. */
function readPlaceholder(script: string, at: number, start: number, draft: WordDraft): number {
  const next = script.charAt(at + 2)
  const isAlone = at === start && script.charAt(at + 1) === '}' && (next === '' || ENDS_WORD.has(next))
  if (!isAlone) throw new NotPlainError('it uses braces')
  draft.text += '{}'
  return at + 2
}

function hasControl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return /[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)
}
