import { onlyReads } from './file-readers.ts'
import { isLooking } from './read-only-command.ts'
import { isPlainSed, sedScripts } from './sed-script.ts'

/** Programs that a command may start besides its own. */
export type SpawnedPrograms = {
  /** Words of its arguments that may be programs, in lower case. Empty for programs that start no others. */
  readonly mentions: readonly string[]
  /** The word that makes it start programs or write files. A rule with a wildcard allows that only if it names it. */
  readonly exactOnly: string | null
  /** Whether its arguments are too many or too long for all of them to be looked at. */
  readonly cut: boolean
}

/** Programs that start no others, whatever their arguments, beside those that only look. */
const QUIET = new Set(
  `cd mkdir rmdir rm touch chmod chown tee sleep kill date seq expr export unset : [ test true false
  printf echo sha512sum shasum base64 tac rev fold paste join comm column uniq which type`.split(/\s+/),
)

/** Programs that give a file another name, by which a refused program may then be started. */
const RENAMES = new Set(['cp', 'mv', 'ln'])

/** Subcommands of git that start nothing unless an option or a setting says so. */
const QUIET_GIT = new Set(
  `add am apply archive blame branch bundle cat-file check-ignore checkout cherry cherry-pick clean clone commit
  count-objects describe diff diff-tree fetch for-each-ref format-patch fsck gc grep init log ls-files
  ls-remote ls-tree merge merge-base mv notes pull push range-diff rebase reflog remote reset restore rev-list
  rev-parse revert rm shortlog show show-branch show-ref sparse-checkout stash status submodule switch symbolic-ref
  tag update-index update-ref version whatchanged worktree`.split(/\s+/),
)

/** Long options with which git starts programs or writes files; it takes the beginning of one for the whole. */
const GIT_SPAWNING =
  `output output-directory exec upload-pack receive-pack ext-diff textconv open-files-in-pager config template strategy`.split(
    /\s+/,
  )

/** The same as letters, by subcommand. */
const GIT_SPAWNING_LETTERS: ReadonlyMap<string, RegExp> = new Map([
  ['rebase', /^-[a-zA-Z]*[xs]/],
  ['clone', /^-[a-zA-Z]*[cu]/],
  ['grep', /^-[a-zA-Z]*O/],
  ['merge', /^-[a-zA-Z]*s/],
  ['pull', /^-[a-zA-Z]*s/],
  ['format-patch', /^-[a-zA-Z\d]*o/],
  ['archive', /^-[a-zA-Z\d]*o/],
])

/** Options with which awk runs a program of a file, loads a library or writes a file. */
const AWK_OPTION = /^-([fEilodpDW]|-(file|exec|include|load|dump|profile|pretty|debug))/

/** Options with which other programs start programs, write files or read their options from one. */
const SPAWNING: ReadonlyMap<string, RegExp> = new Map([
  ['find', /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/],
  // Also where it writes outside the folder: whole paths of the archive.
  ['tar', /^(-[a-zA-Z]*[IFP]|--(abs|to-c|ch|us|rsh|inf|new-v|rmt|use))/],
  ['rg', /^--(pre|hostname-bin)/],
  ['fd', /^(-[a-zA-Z]*[xX]|--exec)/],
  ['sort', /^(-[a-zA-Z]*[oT]|--(o|c|t|f))/],
  ['rsync', /^(-[a-zA-Z]*e|--(rsh|rsync-path))/],
  ['ssh', /^-[oFJ]/],
  ['scp', /^-[oFS]/],
  ['wget', /^(-|--use-askpass)/],
  ['zip', /^(-TT|--unzip-command)/],
  ['make', /^(SHELL|MAKEFLAGS|\.SHELLFLAGS)=|^-f|^--(file|makefile|eval)/],
  ['man', /^(-[a-zA-Z]*[PHCX]|--(pa|ht|conf|gx))/],
  ['less', /^(\+|-[a-zA-Z]*[kKoO]|--(lo|lesskey|cmd))/i],
  ['tree', /^(-[a-zA-Z]*[oR]|--(o|fromf))/],
  ['awk', AWK_OPTION],
  ['gawk', AWK_OPTION],
  ['mawk', AWK_OPTION],
  ['nawk', AWK_OPTION],
  ['sed', /^(-[a-zA-Z]*[ief]|--[ief])/],
])

/** Signs of a program of awk that starts another one, writes a file or calls what it loads. */
const AWK_PROGRAM = /system|\||getline|>|@/

const AWKS = new Set(['awk', 'gawk', 'mawk', 'nawk'])

const MOST_WORDS = 200
/** Letters of an option in front of a program that are tried. */
const MOST_LETTERS = 6
const LONGEST_WORD = 10_000
/** A longer program of awk counts as one that starts others. */
const LONGEST_PROGRAM = 2_000

/** Tells which programs a command may start besides its own, by its words without quotes. */
export function spawnedBy(words: readonly string[]): SpawnedPrograms {
  const [first = '', ...rest] = words
  const name = first.toLowerCase()
  const exactOnly = actingWord(name.split('/').at(-1) ?? '', rest)
  const isQuiet = exactOnly === null && (QUIET.has(name) || isLooking(name, rest) || isQuietGit(name, rest))
  if (isQuiet) return { mentions: [], exactOnly, cut: false }
  const named = RENAMES.has(name) ? rest.flatMap(nameInFolder) : rest
  const cut = named.length > MOST_WORDS || named.some((word) => word.length > LONGEST_WORD)
  return { mentions: mentionsIn(named), exactOnly, cut }
}

function nameInFolder(word: string): string[] {
  return word.includes('/') ? [word.slice(word.lastIndexOf('/') + 1)] : []
}

function actingWord(program: string, rest: readonly string[]): string | null {
  if (program === 'git') return actingWordOfGit(rest)
  // The letters of tar need no sign in front.
  if (program === 'tar' && /^[a-zA-Z]*[IFP]/.test(rest[0] ?? '')) return rest[0] ?? null
  if (program === 'curl') return actingWordOfCurl(rest)
  // Their second file is where they write.
  if (program === 'uniq' || program === 'xxd') return onlyReads(program, rest) ? null : (rest.at(-1) ?? null)
  const option = rest.find((word) => SPAWNING.get(program)?.test(word) === true)
  if (option !== undefined) return option
  if (program === 'sed') return sedScripts(rest).find((script) => !isPlainSed(script)) ?? null
  const isProgram = (word: string) => word.length > LONGEST_PROGRAM || AWK_PROGRAM.test(word)
  return AWKS.has(program) ? (rest.find(isProgram) ?? null) : null
}

/** Options of curl whose value is the next word and that neither write a file nor choose another place. */
const CURL_VALUED =
  /^(-[sSfLgikIvGN46#j]*[HXdAeumbFrzyY]|--(header|request|data|data-raw|data-ascii|data-binary|data-urlencode|json|user-agent|referer|user|max-time|connect-timeout|cookie|retry|retry-delay|retry-max-time|form|form-string|url-query|limit-rate|range|max-redirs|oauth2-bearer|aws-sigv4|max-filesize))$/
/** Those without a value, or with the value in the same word. */
const CURL_FLAGS =
  /^(-[sSfLgikIvGN46#jn]+|-[sSfLgikIvGN46#j]*[HXdAeumbFrzyY].+|--(silent|show-error|fail|fail-with-body|location|globoff|include|insecure|head|verbose|get|no-buffer|ipv4|ipv6|progress-bar|compressed|http1\.1|http2|tlsv1\.[23]|retry-all-errors|retry-connrefused|no-progress-meter|basic|digest|help|version))$/

/** An option of curl that is not known, or a second address. */
function actingWordOfCurl(rest: readonly string[]): string | null {
  let addresses = 0
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? ''
    const isWriteOut = /^(-[sSfLgikIvGN46#j]*w|--write-out)$/.test(word)
    if (CURL_VALUED.test(word) || isWriteOut) {
      at += 1
      if (isWriteOut && /^@|%output/.test(rest[at] ?? '')) return word
    } else if (word.startsWith('-') && !CURL_FLAGS.test(word)) return word
    else if (!word.startsWith('-')) addresses += 1
    if (addresses > 1) return word
  }
  return null
}

function actingWordOfGit(rest: readonly string[]): string | null {
  let at = 0
  for (; rest[at]?.startsWith('-') === true; at += 1) {
    const option = rest[at] ?? ''
    if (option === '-C') at += 1
    else if (!/^(-[pP]|--(no-pager|no-optional-locks|(literal|glob|noglob|icase)-pathspecs))$/.test(option)) {
      return option
    }
  }
  const sub = rest[at] ?? ''
  if (sub === '') return null
  if (!QUIET_GIT.has(sub)) return sub
  const option = rest.slice(at + 1).find((word) => startsProgram(sub, word))
  return option ?? (sub === 'submodule' && rest.includes('foreach') ? 'foreach' : null)
}

function startsProgram(sub: string, word: string): boolean {
  if (GIT_SPAWNING_LETTERS.get(sub)?.test(word) === true) return true
  const option = /^--([a-z][a-z-]*)/.exec(word)?.[1]
  return option !== undefined && option !== 'text' && GIT_SPAWNING.some((long) => long.startsWith(option))
}

function isQuietGit(name: string, rest: readonly string[]): boolean {
  return name === 'git' && QUIET_GIT.has(rest.find((word) => !word.startsWith('-')) ?? '')
}

/** Returns the words in these texts that may be names of programs, in lower case. */
export function mentionsIn(rest: readonly string[]): string[] {
  const found = new Set<string>()
  for (const word of rest.slice(0, MOST_WORDS)) {
    const text = word.toLowerCase().slice(0, LONGEST_WORD)
    for (const token of text.split(/[^\p{L}\p{N}_.+-]+/u)) if (token !== '') found.add(token)
    // The program may follow the letters of an option at once: `-Ocurl`.
    const [, option = ''] = /^-([\p{L}\p{N}_.+-]+)/u.exec(text) ?? []
    for (let at = 1; at <= Math.min(option.length - 1, MOST_LETTERS); at += 1) found.add(option.slice(at))
  }
  return [...found]
}
