import { bringsSettings, namesRepository } from '../../permission/programs/git-variables.ts'

/** A place that words or variables of a git command choose. `moves`: git starts from there, as with `-C`. */
export type ChosenPlace = { readonly path: string; readonly moves: boolean }

/** Choices of a git command that override the repository of its folder. */
export type GitChoices = {
  /** Repositories and work trees whose settings can be checked. */
  readonly places: readonly ChosenPlace[]
  /** Words that choose settings or a repository that cannot be checked. */
  readonly unclear: readonly string[]
  readonly subcommand: string
}

/** Settings that lead to other files: settings, hooks or a work tree. */
const LEADING = /^(include\.|includeif\.|core\.(worktree|hookspath|attributesfile)(=|$))/

/** Other options of git that take the next word. */
const VALUED: ReadonlySet<string> = new Set(['--namespace', '--super-prefix', '--attr-source'])

/** Reads what the options of git before its subcommand and the variables in front of it choose. */
export function gitChoices(words: readonly string[], assignments: readonly string[]): GitChoices {
  const options = choicesOfOptions(words)
  const variables = assignments.map(choiceOfVariable)
  return {
    places: [...options.places, ...variables.flatMap(({ places }) => places)],
    unclear: [...options.unclear, ...variables.flatMap(({ unclear }) => unclear)],
    subcommand: options.subcommand,
  }
}

function choicesOfOptions(words: readonly string[]): GitChoices {
  const places: ChosenPlace[] = []
  const unclear: string[] = []
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const [, name = word, joined] = /^(--[a-z-]+)=([\s\S]*)$/.exec(word) ?? []
    const takesNext = joined === undefined
    const value = joined ?? words[at + 1] ?? ''
    if (name === '-C' || name === '--git-dir' || name === '--work-tree') {
      if (isPlain(value)) places.push(...spellingsOf(value, name === '-C'))
      else unclear.push(`${name} ${value}`)
      if (takesNext) at += 1
    } else if (name === '-c') {
      if (LEADING.test(value.toLowerCase())) unclear.push(`-c ${value}`)
      at += 1
    } else if (name === '--config-env') {
      unclear.push(`${name}=${value}`)
      if (takesNext) at += 1
    } else if (name === '--exec-path') {
      if (!takesNext) unclear.push(word)
    } else if (VALUED.has(name)) {
      if (takesNext) at += 1
    } else if (!word.startsWith('-') || word === '--version') {
      return { places, unclear, subcommand: word }
    }
  }
  return { places, unclear, subcommand: '' }
}

function choiceOfVariable(assignment: string): Pick<GitChoices, 'places' | 'unclear'> {
  const [, name = '', value = ''] = /^(\w+)\+?=([\s\S]*)$/.exec(assignment) ?? []
  if (namesRepository(name)) {
    if (value === '') return { places: [], unclear: [] }
    return isPlain(value)
      ? { places: spellingsOf(value, false), unclear: [] }
      : { places: [], unclear: [assignment] }
  }
  // Without settings of the person or the system fewer programs start.
  const isEmpty = /^(GIT_CONFIG_(GLOBAL|SYSTEM)=\/dev\/null|GIT_CONFIG_NOSYSTEM=\w*)$/.test(assignment)
  return { places: [], unclear: bringsSettings(name) && !isEmpty ? [assignment] : [] }
}

/** Whether a path is written out; `{}` becomes one when `find` or `xargs` starts git. */
function isPlain(path: string): boolean {
  return !/[$`{}*?[\]]/.test(path)
}

/** A path as git and as the shell read it: only the shell knows what `~` is. */
function spellingsOf(path: string, moves: boolean): ChosenPlace[] {
  const given = { path, moves }
  return path.startsWith('~') ? [{ path: `./${path}`, moves: false }, given] : [given]
}
