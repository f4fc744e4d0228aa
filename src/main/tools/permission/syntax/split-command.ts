import { choosingVariables } from '../programs/git-variables.ts'
import { readLooseScript, statementStarts } from '../programs/loose-script.ts'
import { type PlainCommand, readPlainScript } from '../programs/plain-script.ts'
import { isShell } from '../programs/wrappers.ts'
import { bareName, type CommandReading, programName, readCommand } from './read-command.ts'
import { type ShellWord, spelled } from './shell-word.ts'
import type { ParseScript } from './syntax-tree.ts'

/** Every `cd` on the way to a place, in order. Several ways are possible because a `cd` may not happen. */
export type Way = readonly string[]

/** One simple command out of a script. */
export type SimpleCommand = Pick<
  CommandReading,
  'text' | 'alsoMatches' | 'mentions' | 'exactOnly' | 'assignments' | 'wrapping' | 'fed' | 'unsure'
> & {
  /** The words of the innermost command, without quotes. */
  readonly words: readonly string[]
  /** Those of its words that are file patterns. */
  readonly patterns: readonly string[]
  readonly ways: readonly Way[]
  /** Variables the script sets by which git finds its repository and settings, for every command in it. */
  readonly variables: readonly string[]
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
  readonly parse: ParseScript
  commands: SimpleCommand[]
  files: RedirectedFile[]
  ways: readonly Way[]
  /** The reason the whole script is unclear, for every command in it. */
  unsure: string | null
  variables: Set<string>
  /** Whether commands may run more than once or in another order, so that each may start in every folder. */
  isLoose: boolean
  /** UTF-16 units that may still be taken apart. */
  budget: number
}

/** `/dev/stdin` is not among them: writing to it writes the file that is read. */
const QUIET_FILES = /^\/dev\/null$/
const MOST_WAYS = 8
const MOST_NESTING = 12
const MOST_COMMANDS = 300
const MOST_FORMS = 2_000
const BUDGET = 400_000
const TOO_MUCH = 'it is too long or too deeply nested to be taken apart'

/**
 * Takes a shell script apart into the commands it would start and the files its redirections touch. A script is
 * only sure when it is plain and the grammar agrees about where its commands begin; everything else is taken
 * apart for refusals and asks.
 */
export function splitCommand(script: string, parse: ParseScript): CommandSplit {
  const state: State = {
    parse,
    commands: [],
    files: [],
    ways: [[]],
    unsure: null,
    variables: new Set(),
    isLoose: false,
    budget: BUDGET,
  }
  walk(script, state, 0)
  if (state.unsure !== null && state.commands.length === 0) readRoughly(script, state, state.unsure)
  const { unsure, ways } = state
  const places = <T extends { ways: readonly Way[]; unsure: string | null }>(item: T): T => ({
    ...item,
    ways: state.isLoose ? ways : item.ways,
    unsure: item.unsure ?? unsure,
  })
  const commands = unsure === null ? state.commands : withoutCopies(state.commands)
  const variables = [...state.variables]
  return {
    commands: commands.map((one) => ({ ...places(one), variables })),
    files: state.files.map(places),
    ways,
  }
}

function walk(script: string, state: State, depth: number): void {
  state.budget -= script.length
  if (depth > MOST_NESTING || state.budget < 0 || state.commands.length > MOST_COMMANDS) {
    readRoughly(script, state, TOO_MUCH)
    return
  }
  const plain = readPlainScript(script)
  if (plain.commands.length > MOST_COMMANDS) {
    readRoughly(script, state, TOO_MUCH)
    return
  }
  const parsed = state.parse(script)
  if (plain.unsure === null) {
    const agrees = parsed !== null && !parsed.broken && isSame(plain.commands, statementStarts(parsed.root))
    if (!agrees) state.unsure ??= 'two ways of reading it disagree'
    for (const command of plain.commands) plainCommand(command, state, depth)
    const documents = plain.commands.flatMap(({ input }) => (input === null ? [] : [input]))
    // In a pipe a shell may read what another command is fed.
    const feedsShell = plain.commands.length > 1 && plain.commands.some(isShellCommand)
    const texts = feedsShell ? [...documents, ...plain.commands.flatMap(({ words }) => printedBy(words))] : []
    for (const text of texts) walk(text, state, depth + 1)
    return
  }
  state.unsure ??= plain.unsure
  for (const name of choosingVariables(script)) state.variables.add(name)
  if (parsed === null || parsed.broken) readRoughly(script, state, plain.unsure)
  if (parsed !== null) looseCommands(script, readLooseScript(script, parsed.root), state, depth)
  // Bash joins such lines before it looks at words.
  const joined = script.replaceAll('\\\n', '')
  if (joined !== script) walk(joined, state, depth + 1)
}

/** Joins commands that were found by several ways of reading. */
function withoutCopies(commands: readonly SimpleCommand[]): SimpleCommand[] {
  const byText = new Map<string, SimpleCommand>()
  for (const command of commands) {
    const known = byText.get(command.text)
    const alsoMatches = [...new Set([...(known?.alsoMatches ?? []), ...command.alsoMatches])]
    byText.set(command.text, { ...(known ?? command), alsoMatches })
  }
  return [...byText.values()]
}

function isSame(commands: readonly PlainCommand[], starts: readonly number[]): boolean {
  return commands.length === starts.length && commands.every(({ start }, index) => start === starts[index])
}

function isShellCommand({ words }: PlainCommand): boolean {
  return words.some((word) => isShell(programName([word])) || READS_COMMANDS.has(word.text))
}

/** Other programs that read commands from a pipe. */
const READS_COMMANDS = new Set(['parallel', 'su'])

function plainCommand(command: PlainCommand, state: State, depth: number): void {
  simpleCommand(command.words, command.input === null ? [] : [command.input], state, depth)
  for (const { target, operator } of command.redirects) {
    redirected(target, operator !== '<', state)
  }
}

function looseCommands(
  script: string,
  { commands, redirects, scripts, documents }: ReturnType<typeof readLooseScript>,
  state: State,
  depth: number,
): void {
  state.isLoose = true
  const known = new Set(state.commands.map(({ text }) => text))
  if (commands.length > MOST_COMMANDS) readRoughly(script, state, TOO_MUCH)
  for (const { words, input } of commands.slice(0, MOST_COMMANDS)) {
    const command = words.slice(words.findIndex((word) => word.quoted || !RESERVED.has(word.raw)))
    if (!known.has(spelled(command))) simpleCommand(command, input, state, depth)
  }
  for (const { target, writes } of redirects) {
    if (!/^[\d-]+$/.test(target.text)) redirected(target, writes, state)
  }
  for (const inner of scripts) walk(inner, state, depth + 1)
  if (!SHELL_WORD.test(script)) return
  const printed = commands.flatMap(({ words, input }) => [...input, ...printedBy(words)])
  for (const inner of [...documents, ...new Set(printed)]) walk(inner, state, depth + 1)
}

/** The texts that `echo` and `printf` print, which a shell may read in a pipe. */
function printedBy(words: readonly ShellWord[]): string[] {
  const name = programName(words)
  if (name !== 'echo' && name !== 'printf') return []
  const args = words.slice(1).map(({ text }) => text)
  const printed = args.filter((text, at) => name === 'printf' || at > 0 || !/^-[neE]+$/.test(text))
  const texts = name === 'echo' ? [printed.join(' ')] : [printed.slice(1).join(' '), ...printed]
  return texts.filter((text) => text !== '').map((text) => text.replace(/\\n/g, '\n'))
}

/** Words that the grammar takes for programs after `!`. */
const RESERVED = new Set('if then elif else fi while until do done { } ! esac in'.split(' '))

const SHELL_WORD = /(^|[\s/;&|"'(`])(ba|z|da|k|a|mk|fi)?sh\b|\b(eval|source|parallel)\b/

/** Builtins after which the words of a script may mean something else. */
const CHANGES_SHELL = new Set(
  `eval source . trap alias unalias set shopt hash enable bind let getopts export declare typeset readonly local
  unset read mapfile readarray function coproc pushd popd dirs builtin`.split(/\s+/),
)

function simpleCommand(
  words: readonly ShellWord[],
  input: readonly string[],
  state: State,
  depth: number,
): void {
  if (words.length === 0) return
  const reading = readCommand(
    words,
    input.filter((text) => text !== ''),
  )
  const name = bareName(reading.words)
  if (CHANGES_SHELL.has(name) || SETS_VARIABLES.test(name)) noteVariables(reading, state)
  if (CHANGES_SHELL.has(name)) state.unsure ??= `${name} changes how the shell reads what follows`
  if (CHANGES_FOLDER.has(name)) changeFolder(words, afterBuiltin(reading.words), state)
  if (name !== 'cd' && !reading.onlyScripts) state.commands.push(withWays(reading, state))
  const first = state.commands.length
  for (const script of reading.scripts) walk(script, state, depth + 1)
  const forms = [reading.text, ...reading.alsoMatches].slice(0, MOST_FORMS)
  for (let index = first; index < state.commands.length; index += 1) {
    const command = state.commands[index]
    if (command === undefined) continue
    state.commands[index] = { ...command, alsoMatches: [...command.alsoMatches, ...forms] }
  }
  if (reading.onlyScripts && state.commands.length === first) state.commands.push(withWays(reading, state))
}

/** Programs that set variables by their arguments, and assignments without a command. */
const SETS_VARIABLES = /^(printf|[A-Za-z_]\w*\+?=.*)$/s

function noteVariables({ words }: CommandReading, { variables }: State): void {
  for (const { text } of words) for (const name of choosingVariables(text)) variables.add(name)
}

function withWays(reading: CommandReading, { ways }: State): SimpleCommand {
  const { text, alsoMatches, mentions, exactOnly, assignments, wrapping, fed, unsure } = reading
  const words = reading.words.map((word) => word.text)
  const patterns = reading.words.filter((word) => word.glob).map((word) => word.text)
  const read = { text, alsoMatches, mentions, exactOnly, assignments, wrapping, fed, unsure }
  return { ...read, words, patterns, ways, variables: [] }
}

const CHANGES_FOLDER: ReadonlySet<string> = new Set(['cd', 'pushd', 'builtin'])

/** The words of `builtin cd x` from `cd` on. */
function afterBuiltin(words: readonly ShellWord[]): readonly ShellWord[] {
  return words[0]?.text === 'builtin' ? words.slice(1) : words
}

/** Follows a `cd`. Only one with a plain folder and nothing in front of it is sure. */
function changeFolder(all: readonly ShellWord[], words: readonly ShellWord[], state: State): void {
  const [named, target, ...rest] = words
  if (named === undefined || !/^(cd|pushd)$/.test(named.text)) return
  const isPlain = target === undefined || /^[^-]/.test(target.text)
  if (all.length !== words.length || rest.length > 0 || !isPlain || target?.glob === true) {
    state.unsure ??= 'it changes to a folder that is only known when it runs'
    state.isLoose = true
  }
  if (!isPlain || target?.glob === true || (target?.dynamic ?? null) !== null) noteFolder(words, state)
  if (target?.text === '-' || target?.dynamic) return
  const ways = [...state.ways, ...state.ways.map((way) => [...way, target?.text ?? '~'])]
  if (ways.length > MOST_WAYS) state.unsure ??= 'it changes the folder many times'
  else state.ways = ways
}

/** Git takes the repository of the folder it starts in, so that an unknown folder is an unknown repository. */
function noteFolder(words: readonly ShellWord[], { variables }: State): void {
  variables.add(spelled(words))
}

function redirected(target: ShellWord, writes: boolean, state: State): void {
  if (QUIET_FILES.test(target.text)) return
  const unknown = target.dynamic ?? (target.glob ? 'a file pattern' : null)
  const unsure = unknown === null ? null : `the name of the file contains ${unknown}`
  state.files.push({ path: target.text, writes, unsure, ways: state.ways })
}

/** Options with which git takes another repository. */
const CHOOSES_REPOSITORY = /\bgit\b[^\n]*\s(-C|--git-dir|--work-tree|--config-env)\b/

/** For text that cannot be parsed: every run of words in it, so that a refusal still finds its command. */
function readRoughly(script: string, state: State, unsure: string): void {
  state.unsure ??= unsure
  const forms = new Set<string>()
  for (const piece of script.slice(0, BUDGET).split(/[;&|\n(){}`<>]+|\$\(/)) {
    const words = piece
      .replace(/["'\\]/g, '')
      .split(/\s+/, 40)
      .filter((word) => word !== '')
    words.forEach((_, index) => {
      forms.add(words.slice(index).join(' '))
      forms.add([words[index]?.split('/').at(-1), ...words.slice(index + 1)].join(' '))
    })
    if (forms.size > MOST_FORMS) break
  }
  for (const name of choosingVariables(script)) state.variables.add(name)
  if (CHOOSES_REPOSITORY.test(script)) state.variables.add('git -C')
  const text = script.trim()
  state.commands.push({
    text,
    alsoMatches: [...forms],
    mentions: /\bgit\b/i.test(script) ? ['git'] : [],
    exactOnly: null,
    assignments: [],
    wrapping: [],
    fed: [],
    variables: [],
    unsure,
    words: [],
    patterns: [],
    ways: state.ways,
  })
}
