/** Programs that only look, whatever arguments they get but for those below. */
const LOOKING = new Set(
  `ls pwd cat head tail wc stat file du df basename dirname realpath readlink echo printf true false test [
  which whoami id uname diff cmp cut tr nl grep egrep fgrep md5sum sha1sum sha256sum`.split(/\s+/),
)

/**
 * Arguments with which one of them acts: `file -C` writes, and to bash a variable may be a command or a path. Long
 * options count from where no other one begins the same way, because programs take the beginning for the whole.
 */
const ACTING: ReadonlyMap<string, RegExp> = new Map([
  ['printf', /^'?-v/],
  ['test', /^'?-[vR]$/],
  ['[', /^'?-[vR]$/],
  // These follow links out of the project.
  ['ls', /^'?-(-de|[a-zA-Z\d]*L)/],
  ['grep', /^'?-(-de|[a-zA-Z\d]*R)/],
  ['egrep', /^'?-(-de|[a-zA-Z\d]*R)/],
  ['fgrep', /^'?-(-de|[a-zA-Z\d]*R)/],
  ['diff', /^'?-(-rec|[a-zA-Z\d]*r)/],
  // These read the names of files from a file.
  ['du', /^'?-(-(de|f)|[a-zA-Z\d]*L)/],
  ['wc', /^'?--f/],
  ['file', /^'?-(-(co|f)|[a-zA-Z\d]*[Cf])/],
  ...['md5sum', 'sha1sum', 'sha256sum'].map((name): [string, RegExp] => [name, /^'?-(-c|[a-zA-Z\d]*c)/]),
])

const GIT_LOOKING = new Set(['status', 'log', 'diff', 'show', 'rev-parse', 'ls-files', 'blame', 'describe'])

/** Long options with which git starts other programs, writes files, or works somewhere else than it seems. */
const GIT_ACTING = `output output-directory ext-diff textconv exec exec-path open-files-in-pager paginate help
  show-signature config-env git-dir work-tree namespace super-prefix submodule recurse-submodules`.split(
  /\s+/,
)

/** The same as a letter, and the format that has signatures checked. */
const GIT_ACTING_WORD = /^'?-O|%G/

/** Whether a command changes nothing. Plan mode allows it; when in doubt the answer is no. */
export function isReadOnlyCommand(command: string): boolean {
  const words = command.split(' ')
  const [name = '', ...rest] = words
  if (name === 'git') return isGitLook(command) && !rest.slice(1).some(isGitActing)
  return isLooking(name, rest)
}

/** Whether a program with these arguments is read-only. */
export function isLooking(name: string, rest: readonly string[] = []): boolean {
  const acting = ACTING.get(name)
  return LOOKING.has(name) && !rest.some((word) => acting?.test(word) === true)
}

/** Whether a program only looks whatever options it gets, so that a file named like one does not matter. */
export function takesAnyOption(name: string): boolean {
  return LOOKING.has(name) && !ACTING.has(name)
}

/**
 * Whether a command is a git query that only reads, unless settings of the repository make it start programs.
 */
export function isGitLook(command: string): boolean {
  const [name, sub = ''] = command.split(' ')
  return name === 'git' && GIT_LOOKING.has(sub)
}

/** Whether an argument makes a read-only git command act. A prefix of an option counts as the option. */
export function isGitActing(word: string): boolean {
  if (GIT_ACTING_WORD.test(word)) return true
  const option = /^'?--([a-z][a-z-]*)/.exec(word)?.[1]
  return option !== undefined && option !== 'text' && GIT_ACTING.some((acting) => acting.startsWith(option))
}
