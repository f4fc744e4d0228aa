import { isGitActing, isLooking } from './programs/read-only-command.ts'

/** More that only looks, with the options that make it act. */
const READERS: ReadonlyMap<string, { readonly short: RegExp; readonly long: readonly string[] }> = new Map([
  ['rg', { short: /^$/, long: ['pre', 'hostname-bin'] }],
  ['sort', { short: /^-[a-zA-Z]*[oT]/, long: ['output', 'compress-program', 'temporary-directory'] }],
  ['jq', { short: /^-[a-zA-Z]*L/, long: [] }],
  ...'dir type findstr where get-childitem get-content get-item get-location test-path resolve-path select-string measure-object'
    .split(' ')
    .map((name): [string, { short: RegExp; long: string[] }] => [name, { short: /^$/, long: [] }]),
])

const GIT = new Set(['status', 'log', 'diff', 'show', 'rev-parse', 'ls-files', 'blame', 'describe', 'grep'])

/** A program that looks a project over with settings and code of the project. */
type Checker = {
  /** Its subcommands that do so, where it has some. */
  readonly subcommands?: ReadonlySet<string>
  /** Options with which it still does what it did. Any other one may name code or a place, or change files. */
  readonly options: RegExp
}

const CHECKERS: ReadonlyMap<string, Checker> = new Map<string, Checker>([
  [
    'vitest',
    {
      subcommands: new Set(['run', 'list', 'bench', 'related', 'watch']),
      options:
        /^(-[tw]|--(run|watch|coverage|silent|changed|color|no-color|passWithNoTests|testNamePattern|bail)(=[\w.-]*)?)$/,
    },
  ],
  [
    'jest',
    {
      options:
        /^(-[tbio]|--(watch|watchAll|coverage|silent|verbose|ci|color|no-color|colors|runInBand|onlyChanged|passWithNoTests|listTests|bail|testNamePattern)(=[\w.-]*)?)$/,
    },
  ],
  ['eslint', { options: /^(-v|--(quiet|color|no-color|version|debug|max-warnings(=-?\d+)?))$/ }],
  ['tsc', { options: /^(-[wv]|--(noEmit|watch|pretty|version))$/ }],
  ['prettier', { options: /^(-[cl]|--(check|list-different|color|no-color|version))$/ }],
  [
    'biome',
    {
      subcommands: new Set(['check', 'lint', 'format', 'ci']),
      options: /^--(changed|staged|verbose|colors=\w+)$/,
    },
  ],
  ['pytest', { options: /^(-[vqsxl]+|--(verbose|quiet|exitfirst|version|lf|ff|collect-only))$/ }],
  [
    'ruff',
    {
      subcommands: new Set(['check', 'format', 'rule', 'linter']),
      options: /^(-[qvsw]|--(quiet|verbose|silent|watch|diff|check|version))$/,
    },
  ],
  ['mypy', { options: /^(-v|--(verbose|strict|pretty|version))$/ }],
])
const RUNNERS = new Set(['npm', 'pnpm', 'yarn'])
const SCRIPTS = new Set('test lint build check format typecheck types'.split(' '))

/** Options with which a script of a package still does what it did, whatever program it starts. */
const SCRIPT_OPTION =
  /^(-[tvqs]|--(watch|run|noEmit|coverage|silent|quiet|verbose|bail|changed|check|color|no-color|pretty|passWithNoTests|list|dry-run|version|if-present|testNamePattern)(=\w*)?)$/

const PLAIN = /^[A-Za-z][\w:-]*$/

/**
 * The words of a command that a rule may keep while the rest of it changes, or `null` when only the very same
 * command may be remembered. Only programs that are known to be good for it have such words.
 */
export function reusablePrefix(words: readonly string[]): string[] | null {
  const [first = '', sub = '', third = ''] = words
  const name = knownName(first)
  if (isLooking(name) || READERS.has(name)) return [first]
  const direct = CHECKERS.get(name)
  if (direct !== undefined) return withSubcommand([first], sub, direct)
  if (name === 'git') return GIT.has(sub) ? [first, sub] : null
  if (!RUNNERS.has(name)) return null
  if (sub === 'run') return PLAIN.test(third) ? [first, sub, third] : null
  const checker = name === 'npm' ? undefined : CHECKERS.get(sub)
  if (checker !== undefined) return withSubcommand([first, sub], third, checker)
  return SCRIPTS.has(sub) ? [first, sub] : null
}

/** A checker with subcommands is only known with one of them. */
function withSubcommand(prefix: string[], sub: string, { subcommands }: Checker): string[] | null {
  if (subcommands === undefined) return prefix
  return subcommands.has(sub) ? [...prefix, sub] : null
}

/** Whether a remembered command with other arguments covers this one: nothing in it makes the program act. */
export function isWideUse(command: string): boolean {
  const words = command.split(' ')
  const prefix = reusablePrefix(words)
  if (prefix === null) return false
  const name = knownName(words[0] ?? '')
  const rest = words.slice(prefix.length).map((word) => word.replace(/^'/, ''))
  if (name === 'git') return !rest.some(isGitActing)
  const checker = CHECKERS.get(RUNNERS.has(name) ? (prefix[1] ?? '') : name)
  if (checker !== undefined) return rest.every((word) => isHarmless(word, checker.options))
  if (RUNNERS.has(name)) return rest.every((word) => isHarmless(word, SCRIPT_OPTION))
  const reader = READERS.get(name)
  if (reader === undefined) return isLooking(name, rest)
  return !rest.some((word) => reader.short.test(word) || isLong(word, reader.long))
}

/** Whether an argument is a plain operand or a known option. Behind `@` some programs read options from a file. */
function isHarmless(word: string, options: RegExp): boolean {
  return word === '--' || options.test(word) || !/^[-@+]/.test(word)
}

/** Some programs take the beginning of an option for the whole one. */
function isLong(word: string, options: readonly string[]): boolean {
  const written = /^--([a-z][a-z-]*)/.exec(word)?.[1]
  return written !== undefined && options.some((option) => option.startsWith(written))
}

/** A program's name as these lists have it. Windows takes one in any case, and with its ending. */
function knownName(word: string): string {
  const isWindows = /\.(exe|cmd|bat)$/i.test(word) || /^[A-Za-z]+-[A-Za-z]+$/.test(word)
  return isWindows ? word.toLowerCase().replace(/\.(exe|cmd|bat)$/, '') : word
}
