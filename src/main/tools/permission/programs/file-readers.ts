import { isLooking } from './read-only-command.ts'
import { isPlainSed, sedScripts } from './sed-script.ts'

/** Options with which a program only reads. Any other option makes it unknown. */
export type Reader = {
  /** Letters without a value. */
  readonly flags: string
  /** Letters whose value may follow at once. */
  readonly valued: string
  readonly long: ReadonlySet<string>
  /** Maximum operands; the next one would be where it writes. */
  readonly operands: number
  /** Options whose value is the next word, where operands are counted. */
  readonly takesNext: RegExp
}

const NOTHING = /^$/

/** Builds the options of a program. */
export function reader(
  flags: string,
  valued = '',
  long = '',
  operands = Number.POSITIVE_INFINITY,
  next = NOTHING,
) {
  const names = new Set(long.split(/\s+/).filter((name) => name !== ''))
  return { flags, valued, long: names, operands, takesNext: next } satisfies Reader
}

/** Text tools that have no option which writes or starts a program. */
const NO_WRITING_OPTION = new Set(
  `cd : wait sleep seq export od hexdump hd strings column join comm paste tac rev fold expand unexpand fmt cksum
  sum b2sum sha224sum sha384sum sha512sum shasum tsort nproc arch ps pgrep uptime free lsblk zcat zgrep nm size
  type tty cal locale getent`.split(/\s+/),
)

const AWK = reader('', 'Fv')

const READERS: ReadonlyMap<string, Reader> = new Map([
  [
    'rg',
    reader(
      'abcFhHiIlLnNopPqsSuUvVwxz0',
      'ABCEefgmMrtTjd',
      `glob iglob type type-not type-list files files-with-matches files-without-match count count-matches hidden
      no-ignore no-ignore-vcs follow ignore-case smart-case case-sensitive line-number no-line-number column
      no-heading heading with-filename no-filename only-matching invert-match word-regexp line-regexp
      fixed-strings regexp file multiline multiline-dotall pcre2 context after-context before-context max-count
      max-depth max-columns max-filesize replace sort sortr json color colors null null-data passthru quiet stats
      text trim unrestricted vimgrep encoding glob-case-insensitive no-messages no-config threads crlf binary
      include-zero debug engine`,
    ),
  ],
  [
    'grep',
    reader(
      'EFGPiyvwxcLloqsbHhnTUZzarRIu0',
      'efmABCDd',
      `extended-regexp fixed-strings basic-regexp perl-regexp regexp file ignore-case no-ignore-case invert-match
      word-regexp line-regexp count color colour files-without-match files-with-matches max-count only-matching
      quiet silent no-messages byte-offset with-filename no-filename label line-number initial-tab null
      after-context before-context context text binary-files devices directories exclude exclude-from exclude-dir
      include recursive dereference-recursive line-buffered null-data`,
    ),
  ],
  [
    'fd',
    reader(
      'HIusigFaLp0l1q',
      'dtEeScjo',
      `hidden no-ignore no-ignore-vcs unrestricted case-sensitive ignore-case glob regex fixed-strings
      absolute-path follow full-path max-depth min-depth exact-depth type extension exclude size changed-within
      changed-before owner color threads print0 list-details max-results quiet base-directory prune
      strip-cwd-prefix one-file-system`,
    ),
  ],
  [
    'jq',
    reader(
      'rcnesSjaCMRfLh',
      '',
      `raw-output raw-output0 join-output compact-output null-input exit-status slurp sort-keys ascii-output
      color-output monochrome-output raw-input from-file arg argjson slurpfile rawfile args jsonargs tab indent
      stream stream-errors seq unbuffered help version`,
    ),
  ],
  [
    'yq',
    reader(
      'reNCMnPjyYScv',
      'poI',
      `output-format input-format prettyPrint no-colors colors exit-status null-input unwrapScalar no-doc indent
      tojson raw-output verbose header-preprocess xml-attribute-prefix`,
    ),
  ],
  [
    'sort',
    reader(
      'bdfghiMnRrVcCmsuz',
      'ktS',
      `ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort
      ignore-nonprinting month-sort numeric-sort random-sort reverse version-sort sort check merge stable unique
      zero-terminated key field-separator buffer-size parallel batch-size debug files0-from`,
    ),
  ],
  [
    'uniq',
    reader(
      'cdDuiz',
      'fsw',
      'count repeated all-repeated unique ignore-case zero-terminated skip-fields skip-chars check-chars group',
      1,
      /^-[fsw]$/,
    ),
  ],
  [
    'xxd',
    reader(
      'abCeEhipsuv',
      'cglnoRs',
      'cols groupsize len plain seek upper',
      1,
      /^-([cglonRs]|cols|len|seek)$/,
    ),
  ],
  ['base64', reader('dDi', 'w', 'decode wrap ignore-garbage')],
  ['base32', reader('di', 'w', 'decode wrap ignore-garbage')],
  ['less', reader('NSRFXriIneEgGpMmqQs', 'jxz', 'no-init quit-if-one-screen RAW-CONTROL-CHARS LINE-NUMBERS')],
  ['more', reader('dflpcsu')],
  [
    'bat',
    reader('pnAPu', 'lHr', 'plain style number language line-range paging color theme decorations wrap tabs'),
  ],
  [
    'tree',
    reader(
      'adfilshDFtrCnNQugpxvcUAJX',
      'LIPT',
      'dirsfirst noreport gitignore prune filelimit du matchdirs charset filesfirst sort timefmt inodes device',
    ),
  ],
  ['awk', AWK],
  ['gawk', AWK],
  ['mawk', AWK],
  [
    'sed',
    reader(
      'nErsuze',
      '',
      'expression quiet silent regexp-extended separate unbuffered null-data debug posix',
    ),
  ],
  [
    'eslint',
    reader(
      'hv',
      'c',
      `config ext max-warnings quiet no-eslintrc no-config-lookup ignore-pattern ignore-path no-ignore rule env
      global parser parser-options color no-color no-inline-config report-unused-disable-directives
      no-error-on-unmatched-pattern debug stats print-config`,
    ),
  ],
  [
    'prettier',
    reader(
      'clu',
      '',
      `check list-different config no-config ignore-path log-level loglevel parser ignore-unknown stdin-filepath
      no-error-on-unmatched-pattern find-config-path file-info support-info print-width tab-width single-quote`,
    ),
  ],
  [
    'biome',
    reader(
      '',
      '',
      `changed since staged max-diagnostics colors verbose diagnostic-level skip only config-path
      no-errors-on-unmatched error-on-warnings files-ignore-unknown reporter`,
    ),
  ],
])

/** Tests of `find`; its actions are not among them. */
const FIND = new Set(
  `H L P a and o or not name iname path ipath wholename regex iregex regextype type xtype maxdepth mindepth size
  empty newer anewer cnewer newermt mtime mmin atime amin ctime cmin perm user group uid gid nouser nogroup links
  inum samefile prune print print0 printf ls quit depth d mount xdev follow true false readable writable
  executable daystart lname ilname noleaf E s x`.split(/\s+/),
)

/** Subcommands of checkers without which they write. */
const SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['biome', new Set(['check', 'lint', 'format', 'ci', 'rage', 'explain'])],
])

/**
 * Whether a program only reads the files it names: the program and each of its options are known, and its text
 * neither writes nor starts another one.
 */
export function onlyReads(name: string, rest: readonly string[]): boolean {
  if (isLooking(name, rest) || NO_WRITING_OPTION.has(name)) return true
  if (name === 'find') return rest.every((word) => !/^-[A-Za-z]/.test(word) || FIND.has(word.slice(1)))
  const known = READERS.get(name)
  if (known === undefined || !hasKnownOptions(known, rest)) return false
  // A program that is joined to its option is not looked for.
  if (name === 'sed' && rest.some((word) => /^(-[nErsuz]*e.|--expression=)/s.test(word))) return false
  const subcommands = SUBCOMMANDS.get(name)
  if (subcommands !== undefined && !subcommands.has(rest[0] ?? '')) return false
  return name !== 'sed' || sedScripts(rest).every(isPlainSed)
}

/** Whether only these letters and long options occur. A beginning of a long option is not known. */
export function hasKnownOptions(
  { flags, valued, long, operands, takesNext }: Reader,
  rest: readonly string[],
): boolean {
  let count = 0
  let isOperand = false
  let isValue = false
  for (const word of rest) {
    if (isValue) {
      isValue = false
      continue
    }
    if (isOperand || !word.startsWith('-') || word === '-') count += 1
    else if (word === '--') isOperand = true
    else {
      const isKnown = word.startsWith('--')
        ? long.has(word.slice(2).replace(/=[\s\S]*$/, ''))
        : /^-\d+$/.test(word) || hasKnownLetters(word.slice(1), flags, valued)
      if (!isKnown) return false
      isValue = takesNext.test(word)
    }
  }
  return count <= operands
}

function hasKnownLetters(letters: string, flags: string, valued: string): boolean {
  for (const letter of letters) {
    if (valued.includes(letter)) return true
    if (!flags.includes(letter)) return false
  }
  return true
}
