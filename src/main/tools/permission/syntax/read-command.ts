import { isCommandVariable } from '../programs/option-variables.ts'
import { mentionsIn, spawnedBy } from '../programs/spawned-by.ts'
import { subcommandForms } from '../programs/subcommand-forms.ts'
import { isHarmlessVariable, isShell, type Wrapper, wrapperNamed } from '../programs/wrappers.ts'
import { type ShellWord, spelled } from './shell-word.ts'

/** A simple command without the programs that only start others. */
export type CommandReading = {
  /** The innermost words. */
  readonly words: readonly ShellWord[]
  /** The form that a rule must cover to allow it. */
  readonly text: string
  /** Every other form in which a refusal finds it. */
  readonly alsoMatches: readonly string[]
  /** Words of its arguments that may be programs, in lower case, unless the program starts no others. */
  readonly mentions: readonly string[]
  /** The word that makes it start programs or write files. A rule with a wildcard allows that only if it names it. */
  readonly exactOnly: string | null
  /** Assignments in front of it, without quotes, unless they are known to be harmless. */
  readonly assignments: readonly string[]
  readonly unsure: string | null
  /** Scripts that it hands to a shell. */
  readonly scripts: readonly string[]
  /** Words of programs around it that may name files, such as `-o file` of `strace`. */
  readonly wrapping: readonly string[]
  /** The texts of its here-documents and here-strings, which may be programs that name files. */
  readonly fed: readonly string[]
  /** Whether those scripts are all that happens. */
  readonly onlyScripts: boolean
}

type Draft = {
  text: string
  fixed: boolean
  unsure: string | null
  also: Set<string>
  scripts: string[]
  budget: number
  /** Assignments in front: their values may be commands, as that of `EDITOR` is. */
  assignments: string[]
  wrapping: string[]
}

const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=/
const FIND_ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
/** Shells whose plain scripts mean what they mean to bash. */
const READ_HERE = new Set(['sh', 'bash', 'dash'])
const MOST_WRAPPERS = 16
const MOST_FORM_LENGTH = 200_000

/** Reads a simple command. `input` holds the texts of its here-documents and here-strings. */
export function readCommand(all: readonly ShellWord[], input: readonly string[]): CommandReading {
  const draft: Draft = {
    text: spelled(all),
    fixed: false,
    unsure: null,
    also: new Set(),
    scripts: [],
    budget: MOST_FORM_LENGTH,
    assignments: [],
    wrapping: [],
  }
  for (const word of all) draft.unsure ??= word.dynamic === null ? null : `it contains ${word.dynamic}`
  const words = unwrapped(all, draft)
  checkPatterns(words, draft)
  const name = programName(words)
  if (name === 'find') findActions(words, draft)
  all.forEach((word, index) => {
    if (word.raw === '{' && draft.budget > 0) addForms(all.slice(index + 1), draft)
  })
  readSubscripts(words, draft)
  const outer = draft.scripts.length
  readScripts(words, input, draft)
  const handsOver = draft.scripts.length > outer
  addForms(all, draft)
  addForms(words, draft)
  for (const form of subcommandForms(words.map((word) => word.text))) add(form, draft)
  draft.also.delete(draft.text)
  const spawned = spawnedBy(words.map((word) => word.text))
  noteAssignments(words, draft)
  readProgramVariables(words, draft)
  if (spawned.cut) draft.unsure ??= 'it is too long to be looked at word by word'
  return {
    words,
    text: draft.text,
    alsoMatches: [...draft.also],
    mentions: [...new Set([...spawned.mentions, ...mentionsIn(draft.assignments)])],
    exactOnly: spawned.exactOnly,
    assignments: [...new Set(draft.assignments)],
    unsure: draft.unsure,
    scripts: draft.scripts,
    wrapping: draft.wrapping,
    fed: input,
    onlyScripts: handsOver && !draft.fixed && draft.unsure === null,
  }
}

/** The name of the program without its folder, in lower case. Refusals go by it. */
export function programName(words: readonly ShellWord[]): string {
  const base = words[0]?.text.split('/').at(-1) ?? ''
  return base.toLowerCase().replace(/\.(exe|cmd|bat|com)$/, '')
}

/** The name of a program that is looked up in PATH, or '' for a file in a folder. Trust goes by it. */
export function bareName(words: readonly ShellWord[]): string {
  const name = words[0]?.text ?? ''
  return name.includes('/') ? '' : name
}

function checkPatterns(words: readonly ShellWord[], draft: Draft): void {
  if (words[0]?.glob === true) draft.unsure ??= 'its name is a file pattern'
  // A file may have the name of a subcommand.
  if (words[1]?.glob === true && !/[./]/.test(words[1].raw)) {
    draft.unsure ??= 'its first argument is a file pattern'
  }
}

function unwrapped(all: readonly ShellWord[], draft: Draft): readonly ShellWord[] {
  let words = all
  for (let depth = 0; depth < MOST_WRAPPERS; depth += 1) {
    const assigned = leadingAssignments(words)
    const wrapper = wrapperNamed(programName(words))
    if (assigned.length > 0 && assigned.length < words.length) {
      noteAssignments(words, draft)
      if (!assigned.every(isHarmlessVariable)) draft.fixed = true
      words = words.slice(assigned.length)
    } else if (wrapper !== undefined && words.length > 1) {
      // A file of the project may have the name of a wrapper and do anything.
      if (bareName(words) === '') draft.fixed = true
      const inner = insideOf(words, wrapper, draft)
      if (inner === null) return words
      words = inner
    } else return words
    addForms(words, draft)
    if (!draft.fixed) draft.text = spelled(words)
  }
  draft.unsure ??= 'too many programs start each other'
  draft.fixed = true
  return words
}

function insideOf(words: readonly ShellWord[], wrapper: Wrapper, draft: Draft): readonly ShellWord[] | null {
  // Whichever word turns out to be the inner command, a refusal finds it.
  for (let index = 1; index < words.length && draft.budget > 0; index += 1)
    addForms(words.slice(index), draft)
  readSplitString(words, draft)
  if (wrapper.trust === 'changed') draft.fixed = true
  if (wrapper.trust === 'moved') draft.unsure ??= 'its paths may mean other files'
  if (wrapper.trust === 'unseen') draft.unsure ??= 'arguments are added that cannot be seen here'
  let at = 1
  while (words[at]?.text.startsWith('-') === true) {
    const option = words[at]?.text ?? ''
    at += 1
    if (option === '--') break
    if (wrapper.valued.test(option)) at += 1
    else if (!wrapper.flags.test(option) || words[at - 1]?.glob === true) {
      draft.unsure ??= `${words[0]?.text} has an option that is not known here: ${option}`
      return null
    }
  }
  const inner = words.slice(at + wrapper.operands)
  if (inner.length === 0) return null
  if (wrapper.trust !== 'clear') draft.wrapping.push(...words.slice(1, at + wrapper.operands).map(textOf))
  return inner
}

/** Builtins that take the name of a variable after an option, and compute what stands in its brackets. */
const NAMES_VARIABLE: ReadonlySet<string> = new Set(['test', '[', 'printf'])

/** `test -v 'a[$(x)]'` runs what is in the brackets, although the word is quoted. */
function readSubscripts(words: readonly ShellWord[], draft: Draft): void {
  if (!NAMES_VARIABLE.has(bareName(words)) || !words.some(({ text }) => /^-[vR]/.test(text))) return
  const computed = words.filter(({ text }) => /\[[\s\S]*[$`]/.test(text))
  if (computed.length === 0) return
  draft.unsure ??= 'the shell computes the brackets behind a name'
  draft.scripts.push(...computed.map(({ text }) => `: "${text.replace(/["\\]/g, '\\$&')}"`))
  draft.fixed = true
}

/** `env -S` takes one word apart into many, by rules much like those of a shell. */
function readSplitString(words: readonly ShellWord[], draft: Draft): void {
  if (programName(words) !== 'env') return
  const at = words.findIndex(({ text }) => /^(-[a-zA-Z0]*S|--s[a-z-]*)/.test(text))
  const option = words[at]?.text
  if (option === undefined) return
  draft.unsure ??= 'env takes a text apart'
  const joined = option.replace(/^(-[a-zA-Z0]*S|--s[a-z-]*=?)/, '')
  const rest = words.slice(at + 1).map(({ text }) => text)
  draft.scripts.push(['env', ...(joined === '' ? [] : [joined]), ...rest].join(' '))
}

function readScripts(words: readonly ShellWord[], input: readonly string[], draft: Draft): void {
  const name = programName(words)
  const rest = words.slice(1)
  // `watch 'rm x'` hands its text to a shell.
  if (/\s/.test(words[0]?.text ?? '')) {
    draft.unsure ??= 'the name of its program is a text'
    draft.scripts.push(words.map(textOf).join(' '))
  }
  if (name === 'eval' || name === 'trap') {
    draft.unsure ??= `${name} makes commands out of text`
    draft.scripts.push(name === 'eval' ? rest.map((word) => word.text).join(' ') : (rest[0]?.text ?? ''))
  }
  if (!isShell(name)) return
  // The others read quotes and signs in other ways, so their scripts are only taken apart for refusals.
  if (!READ_HERE.has(name)) draft.unsure ??= `${name} reads scripts in its own way`
  const [flag, script] = rest
  const isPlain = bareName(words) !== '' && flag !== undefined && /^-[lexu]*c$/.test(flag.text)
  if (isPlain && script !== undefined && /^[^-+]/.test(script.text) && !script.glob) {
    draft.scripts.push(script.text)
    return
  }
  if (bareName(words) === '') draft.fixed = true
  const hasScript = rest.some((word) => /^-[a-zA-Z]*c/.test(word.text))
  const readsInput = rest.every((word) => /^[-+]/.test(word.text))
  if (hasScript || readsInput) draft.unsure ??= `${name} runs what it is given to read`
  if (readsInput) draft.scripts.push(...input)
  // Any of them may be the script.
  if (hasScript) draft.scripts.push(...rest.map((word) => word.text).filter((text) => /^[^-+]/.test(text)))
  if (name === 'busybox') addForms(rest, draft)
}

function findActions(words: readonly ShellWord[], draft: Draft): void {
  words.forEach((word, index) => {
    if (!FIND_ACTIONS.has(word.text) || draft.budget <= 0) return
    const end = words.findIndex((each, at) => at > index && (each.text === ';' || each.text === '+'))
    const inner = words.slice(index + 1, end === -1 ? undefined : end)
    // One level is read: an inner find is judged by its forms, and only an exact rule allows it.
    addForms(inner, draft)
    const wrapper = wrapperNamed(programName(inner))
    if (wrapper !== undefined) insideOf(inner, wrapper, draft)
    if (programName(inner) !== 'find') readScripts(inner, [], draft)
    draft.fixed = true
  })
}

function leadingAssignments(words: readonly ShellWord[]): string[] {
  const names: string[] = []
  for (const word of words) {
    const name = ASSIGNMENT.exec(word.raw)?.[1]
    if (name === undefined) break
    names.push(name)
  }
  return names
}

function noteAssignments(words: readonly ShellWord[], draft: Draft): void {
  const count = leadingAssignments(words).filter((name) => !isHarmlessVariable(name)).length
  if (count > 0) draft.assignments.push(...words.slice(0, leadingAssignments(words).length).map(textOf))
}

/**
 * Takes the values of variables that are commands for scripts, and the scripts that shells read first. `less` puts the
 * name of its file for `%s`.
 */
function readProgramVariables(words: readonly ShellWord[], draft: Draft): void {
  const count = leadingAssignments(words).length
  const rest = words.slice(count + 1).map(textOf)
  for (const text of new Set([...draft.assignments, ...words.slice(0, count).map(textOf)])) {
    const profile = /^(?:BASH_ENV|ENV)=([\s\S]+)$/.exec(text)?.[1]
    if (profile !== undefined) draft.scripts.push(`. '${profile}'`)
    if (!isCommandVariable(text)) continue
    const value = text.slice(text.indexOf('=') + 1).replace(/^[|-]+/, '')
    if (value.trim() !== '') draft.scripts.push(value.replaceAll('%s', rest.join(' ')))
  }
}

const textOf = (word: ShellWord): string => word.text

/** Adds a command as written with quotes, with plain words, and without the program's folder. */
function addForms(words: readonly ShellWord[], draft: Draft): void {
  if (words.length === 0) return
  add(spelled(words), draft)
  const plain = words.map((word) => word.text)
  add(plain.join(' '), draft)
  add([programName(words), ...plain.slice(1)].join(' '), draft)
}

function add(form: string, draft: Draft): void {
  draft.budget -= form.length
  if (draft.budget > 0) draft.also.add(form)
  else draft.unsure ??= 'it is too long to be taken apart'
}
