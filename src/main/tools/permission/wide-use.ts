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

/** Programs that look a project over with settings and code of the project. */
const CHECKERS = new Set('vitest jest eslint tsc prettier biome pytest ruff mypy'.split(' '))
const RUNNERS = new Set(['npm', 'pnpm', 'yarn'])
const SCRIPTS = new Set('test lint build check format typecheck types'.split(' '))

/** Options with which a checker or a script still does what it did. Any other one may name code or a place. */
const KNOWN_OPTION =
  /^(--|-[tvwqsx]|--(fix|watch|run|noEmit|coverage|silent|quiet|verbose|bail|changed|check|color|no-color|pretty|passWithNoTests|list|debug|dry-run|version|testNamePattern)(=[\w.-]*)?)$/

const PLAIN = /^[A-Za-z][\w:-]*$/

/**
 * The words of a command that a rule may keep while the rest of it changes, or `null` when only the very same
 * command may be remembered. Only programs that are known to be good for it have such words.
 */
export function reusablePrefix(words: readonly string[]): string[] | null {
  const [first = '', sub = '', third = ''] = words
  const name = knownName(first)
  if (isLooking(name) || READERS.has(name) || CHECKERS.has(name)) return [first]
  if (name === 'git') return GIT.has(sub) ? [first, sub] : null
  if (!RUNNERS.has(name)) return null
  const known = SCRIPTS.has(sub) || (name !== 'npm' && CHECKERS.has(sub))
  if (sub === 'run') return PLAIN.test(third) ? [first, sub, third] : null
  if (!known) return null
  return CHECKERS.has(sub) && PLAIN.test(third) ? [first, sub, third] : [first, sub]
}

/** Whether a remembered command with other arguments covers this one: nothing in it makes the program act. */
export function isWideUse(command: string): boolean {
  const words = command.split(' ')
  const prefix = reusablePrefix(words)
  if (prefix === null) return false
  const name = knownName(words[0] ?? '')
  const rest = words.slice(prefix.length).map((word) => word.replace(/^'/, ''))
  if (name === 'git') return !rest.some(isGitActing)
  if (CHECKERS.has(name) || RUNNERS.has(name)) {
    return rest.every((word) => !word.startsWith('-') || KNOWN_OPTION.test(word))
  }
  const reader = READERS.get(name)
  if (reader === undefined) return isLooking(name, rest)
  return !rest.some((word) => reader.short.test(word) || isLong(word, reader.long))
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
