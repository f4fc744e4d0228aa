import type { ShellWord } from './shell-word.ts'
import { isHarmlessVariable, isShell, type Wrapper, wrapperNamed } from './wrappers.ts'

/** What one simple command comes down to once the programs that only start others are taken off. */
export type CommandReading = {
  /** The innermost words. */
  readonly words: readonly ShellWord[]
  /** The form that a rule must cover to allow it. */
  readonly text: string
  /** Every other form in which a refusal finds it. */
  readonly alsoMatches: readonly string[]
  readonly unsure: string | null
  /** Scripts it hands to a shell. */
  readonly scripts: readonly string[]
  /** True when those scripts are all that happens. */
  readonly onlyScripts: boolean
}

type Draft = { text: string; fixed: boolean; unsure: string | null; also: Set<string>; scripts: string[] }

const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=/
const FIND_ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir'])

/** Reads a simple command. `input` is what a here-document or here-string feeds it. */
export function readCommand(all: readonly ShellWord[], input: readonly string[]): CommandReading {
  const draft: Draft = { text: spelled(all), fixed: false, unsure: null, also: new Set(), scripts: [] }
  for (const word of all) draft.unsure ??= word.dynamic === null ? null : `it contains ${word.dynamic}`
  const words = unwrapped(all, draft)
  const name = programName(words)
  if (words[0] !== undefined && isPattern(words[0])) draft.unsure ??= 'its name is a file pattern'
  // Such a pattern could become a subcommand if a file has that name.
  if (words[1] !== undefined && isPattern(words[1]) && !/[./]/.test(words[1].raw)) {
    draft.unsure ??= 'its first argument is a file pattern'
  }
  all.forEach((word, index) => {
    if (word.raw === '{') addForms(all.slice(index + 1), draft)
  })
  if (name === 'find') findActions(words, draft)
  const outer = draft.scripts.length
  readScripts(name, words, input, draft)
  const handsOver = draft.scripts.length > outer
  addForms(all, draft)
  addForms(words, draft)
  draft.also.delete(draft.text)
  return {
    words,
    text: draft.text,
    alsoMatches: [...draft.also],
    unsure: draft.unsure,
    scripts: draft.scripts,
    onlyScripts: handsOver && !draft.fixed && draft.unsure === null,
  }
}

/** The name of the program without its folder, in lower case. */
export function programName(words: readonly ShellWord[]): string {
  const base = words[0]?.text.split('/').at(-1) ?? ''
  return base.toLowerCase().replace(/\.(exe|cmd|bat|com)$/, '')
}

function unwrapped(all: readonly ShellWord[], draft: Draft): readonly ShellWord[] {
  let words = all
  for (;;) {
    const assigned = leadingAssignments(words)
    const wrapper = wrapperNamed(programName(words))
    if (assigned.length > 0 && assigned.length < words.length) {
      if (!assigned.every(isHarmlessVariable)) draft.fixed = true
      words = words.slice(assigned.length)
    } else if (wrapper !== undefined && words.length > 1) {
      const inner = insideOf(words, wrapper, draft)
      if (inner === null) return words
      words = inner
    } else return words
    addForms(words, draft)
    if (!draft.fixed) draft.text = spelled(words)
  }
}

function insideOf(words: readonly ShellWord[], wrapper: Wrapper, draft: Draft): readonly ShellWord[] | null {
  // Whichever word turns out to be the inner command, a refusal finds it.
  for (let index = 1; index < words.length; index += 1) addForms(words.slice(index), draft)
  if (wrapper.trust === 'changed') draft.fixed = true
  if (wrapper.trust === 'unseen') draft.unsure ??= 'arguments are added that cannot be seen here'
  let at = 1
  while (words[at]?.text.startsWith('-') === true) {
    const option = words[at]?.text ?? ''
    at += 1
    if (option === '--') break
    if (wrapper.valued.test(option)) at += 1
    else if (!wrapper.flags.test(option)) {
      draft.unsure ??= `${words[0]?.text} has an option that is not known here: ${option}`
      return null
    }
  }
  const inner = words.slice(at + wrapper.operands)
  return inner.length === 0 ? null : inner
}

function isPattern({ glob, raw }: ShellWord): boolean {
  return glob && raw !== '[' && raw !== '[['
}

function readScripts(
  name: string,
  words: readonly ShellWord[],
  input: readonly string[],
  draft: Draft,
): void {
  const rest = words.slice(1)
  if (name === 'eval' || name === 'trap') {
    draft.unsure ??= `${name} makes commands out of text`
    draft.scripts.push(name === 'eval' ? rest.map((word) => word.text).join(' ') : (rest[0]?.text ?? ''))
  }
  if (name === 'alias' || name === 'function') draft.unsure ??= `${name} gives commands new names`
  if (!isShell(name)) return
  const flag = rest.findIndex((word) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word.text))
  const script = flag === -1 ? undefined : rest.slice(flag + 1).find((word) => !/^[-+]/.test(word.text))
  if (script !== undefined) draft.scripts.push(script.text)
  else if (flag !== -1 || rest.every((word) => /^[-+]/.test(word.text))) {
    draft.unsure ??= `${name} runs whatever it is given to read`
    draft.scripts.push(...input)
  } else if (name === 'busybox') addForms(rest, draft)
}

function findActions(words: readonly ShellWord[], draft: Draft): void {
  words.forEach((word, index) => {
    if (!FIND_ACTIONS.has(word.text)) return
    const end = words.findIndex((each, at) => at > index && (each.text === ';' || each.text === '+'))
    const inner = readCommand(words.slice(index + 1, end === -1 ? undefined : end), [])
    for (const form of [inner.text, ...inner.alsoMatches]) draft.also.add(form)
    draft.scripts.push(...inner.scripts)
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

/** As written with quotes, with plain words, and without the program's folder. */
function addForms(words: readonly ShellWord[], draft: Draft): void {
  if (words.length === 0) return
  draft.also.add(spelled(words))
  const plain = words.map((word) => word.text)
  draft.also.add(plain.join(' '))
  draft.also.add([programName(words), ...plain.slice(1)].join(' '))
}

/** One spelling for commands that mean the same: quotes only where they matter. */
function spelled(words: readonly ShellWord[]): string {
  return words.map(spelledWord).join(' ')
}

function spelledWord(word: ShellWord): string {
  if (word.dynamic !== null || word.glob) return word.raw
  const needsQuotes = word.text === '' || (word.quoted && /[^\w@%+=:,./~-]/.test(word.text))
  return needsQuotes ? `'${word.text.replaceAll("'", "'\\''")}'` : word.text
}
