import { type CommandReading, programName, readCommand } from './read-command.ts'
import { type ShellToken, shellTokens } from './shell-tokens.ts'
import { type ShellWord, UnbalancedError } from './shell-word.ts'

/** Every `cd` on the way to a place, in order. Several ways are possible because a `cd` may not happen. */
export type Way = readonly string[]

/** One simple command out of a script. */
export type SimpleCommand = Pick<CommandReading, 'text' | 'alsoMatches' | 'unsure'> & {
  /** The words of the innermost command, without quotes. */
  readonly words: readonly string[]
  /** Those of its words that are file patterns. */
  readonly patterns: readonly string[]
  readonly ways: readonly Way[]
}

/** A file that a redirection reads or writes. */
export type RedirectedFile = {
  readonly path: string
  readonly writes: boolean
  readonly unsure: string | null
  readonly ways: readonly Way[]
}

export type CommandSplit = {
  readonly commands: readonly SimpleCommand[]
  readonly files: readonly RedirectedFile[]
  /** Folders the script changes into. */
  readonly ways: readonly Way[]
}

type State = {
  commands: SimpleCommand[]
  files: RedirectedFile[]
  ways: readonly Way[]
  /** What makes the whole script doubtful, for every command in it. */
  unsure: string | null
  loops: boolean
}

const SKIPPED = new Set('if then elif else fi while until do done { } ! esac in'.split(' '))
const LOOPS = new Set(['while', 'until', 'for', 'select'])
const QUIET_FILES = /^\/dev\/(null|stdin|stdout|stderr|tty|fd\/\d+)$/
const MOST_WAYS = 8
const MOST_NESTING = 12
const LONGEST_SCRIPT = 200_000

/**
 * Takes a POSIX shell script apart into the commands it would start and the files its redirections touch. It
 * rather says that it is unsure, or names too much, than leaves something out.
 */
export function splitCommand(script: string): CommandSplit {
  const state: State = { commands: [], files: [], ways: [[]], unsure: null, loops: false }
  walk(script, state, 0)
  const { unsure, ways } = state
  const places = <T extends { ways: readonly Way[]; unsure: string | null }>(item: T): T => ({
    ...item,
    ways: state.loops ? ways : item.ways,
    unsure: item.unsure ?? unsure,
  })
  return { commands: state.commands.map(places), files: state.files.map(places), ways }
}

function walk(script: string, state: State, depth: number): void {
  const tokens = depth > MOST_NESTING || script.length > LONGEST_SCRIPT ? null : tokensOf(script, state)
  if (tokens === null) {
    state.unsure ??= 'it is too long or too deeply nested to be taken apart'
    state.commands.push(roughly(script, state))
    return
  }
  let words: ShellWord[] = []
  let input: string[] = []
  let header = false
  const endCommand = () => {
    if (words.length > 0 && !header) simpleCommand(words, input, state, depth)
    words = []
    input = []
    header = false
  }
  for (const token of tokens) {
    if (token.kind === 'operator') {
      if (token.text === '(' && words.length > 0) state.unsure ??= 'it defines a function or a list'
      endCommand()
    } else if (token.kind === 'word') {
      for (const inner of token.word.scripts) walk(inner, state, depth + 1)
      const keyword = words.length === 0 && !token.word.quoted ? token.word.raw : ''
      if (LOOPS.has(keyword)) state.loops = true
      if (keyword === 'for' || keyword === 'select' || keyword === 'case') header = true
      if (/^(case|function|coproc)$/.test(keyword)) state.unsure ??= `it uses ${keyword}`
      if (!SKIPPED.has(keyword)) words.push(token.word)
    } else {
      const scripts = token.kind === 'heredoc' ? token.scripts : token.target.scripts
      for (const inner of scripts) walk(inner, state, depth + 1)
      if (token.kind === 'redirect') redirected(token, state)
      input.push(token.kind === 'heredoc' ? token.body : token.text === '<<<' ? token.target.text : '')
      // The body of a here-document stands after the line's end, when its command is already done.
      if (token.kind === 'heredoc') shellInput(tokens, token.body, state, depth)
    }
  }
  endCommand()
}

function tokensOf(script: string, state: State): ShellToken[] | null {
  try {
    return shellTokens(script)
  } catch (error) {
    if (!(error instanceof UnbalancedError)) throw error
    state.unsure ??= error.message
    return null
  }
}

function simpleCommand(words: readonly ShellWord[], input: readonly string[], state: State, depth: number) {
  const reading = readCommand(
    words,
    input.filter((text) => text !== ''),
  )
  const name = programName(reading.words)
  if (name === 'cd' || name === 'pushd') changeFolder(reading.words, state)
  else if (!reading.onlyScripts) state.commands.push(withWays(reading, state))
  const first = state.commands.length
  for (const script of reading.scripts) walk(script, state, depth + 1)
  const forms = [reading.text, ...reading.alsoMatches]
  state.commands = state.commands.map((command, index) =>
    index < first ? command : { ...command, alsoMatches: [...command.alsoMatches, ...forms] },
  )
  if (reading.onlyScripts && state.commands.length === first) state.commands.push(withWays(reading, state))
}

function withWays(reading: CommandReading, { ways }: State): SimpleCommand {
  const { text, alsoMatches, unsure } = reading
  const words = reading.words.map((word) => word.text)
  const patterns = reading.words.filter((word) => word.glob).map((word) => word.text)
  return { text, alsoMatches, unsure, words, patterns, ways }
}

/** A shell without a script of its own runs the here-document it is fed. */
function shellInput(tokens: readonly ShellToken[], body: string, state: State, depth: number): void {
  const feedsShell = tokens.some(
    (token) => token.kind === 'word' && /(^|\/)(ba|z|da|k|a|mk|fi)?sh$/.test(token.word.text),
  )
  if (!feedsShell) return
  state.unsure ??= 'a shell runs text it is given to read'
  walk(body, state, depth + 1)
}

function changeFolder(words: readonly ShellWord[], state: State): void {
  const target = words.slice(1).find((word) => !/^(-[LPe@]+|--)$/.test(word.raw))
  if (target?.raw === '-') return
  if (target !== undefined && (target.dynamic !== null || target.glob)) {
    state.unsure ??= 'it changes to a folder that is only known when it runs'
    return
  }
  const ways = [...state.ways, ...state.ways.map((way) => [...way, target?.text ?? '~'])]
  if (ways.length > MOST_WAYS) state.unsure ??= 'it changes the folder many times'
  else state.ways = ways
}

function redirected(token: Extract<ShellToken, { kind: 'redirect' }>, state: State): void {
  const { text, target } = token
  if (text === '<<<' || QUIET_FILES.test(target.text)) return
  if (text.endsWith('&') && /^(\d+-?|-)$/.test(target.text)) return
  const unknown = target.dynamic ?? (target.glob ? 'a file pattern' : null)
  const unsure = unknown === null ? null : `the name of the file contains ${unknown}`
  state.files.push({ path: target.text, writes: text !== '<' && text !== '<&', unsure, ways: state.ways })
}

/** For text that cannot be taken apart: every run of words in it, so that a refusal still finds its command. */
function roughly(script: string, { ways }: State): SimpleCommand {
  const forms = new Set<string>()
  for (const piece of script.slice(0, LONGEST_SCRIPT).split(/[;&|\n(){}`<>]+|\$\(/)) {
    const words = piece
      .replace(/["'\\]/g, '')
      .split(/\s+/)
      .filter((word) => word !== '')
    words.slice(0, 40).forEach((_, index) => {
      forms.add(words.slice(index).join(' '))
      forms.add([words[index]?.split('/').at(-1), ...words.slice(index + 1)].join(' '))
    })
    if (forms.size > 2000) break
  }
  return { text: script.trim(), alsoMatches: [...forms], unsure: null, words: [], patterns: [], ways }
}
