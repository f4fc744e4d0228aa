import { isGitActing } from './read-only-command.ts'

/** Options of git before the subcommand that take the next word. */
const VALUED = new Set(
  '-C -c --git-dir --work-tree --namespace --super-prefix --attr-source --config-env'.split(' '),
)

/** Returns the subcommand of a git command and the words behind it. */
export function gitSubcommand(words: readonly string[]): { sub: string; args: readonly string[] } {
  let at = 1
  while (words[at]?.startsWith('-') === true) at += VALUED.has(words[at] ?? '') ? 2 : 1
  return { sub: words[at] ?? '', args: words.slice(at + 1) }
}

const LOOKING = new Set(
  `blame cat-file check-attr check-ignore cherry count-objects describe diff diff-index diff-tree for-each-ref
  fsck grep help log ls-files ls-remote ls-tree merge-base name-rev range-diff reflog rev-list rev-parse shortlog
  show show-branch show-ref status var verify-commit verify-tag version whatchanged`.split(/\s+/),
)

/** Long options of the subcommands that only look. */
const LOOKING_OPTIONS = `oneline graph all branches tags remotes decorate decorate-refs stat shortstat numstat dirstat
  summary patch no-patch patch-with-stat raw name-only name-status cached staged word-diff word-diff-regex color
  no-color color-words color-moved pretty format abbrev-commit abbrev no-abbrev follow reverse max-count skip since
  until after before author committer grep all-match invert-grep merges no-merges first-parent cherry-pick
  cherry-mark cherry left-right left-only right-only date date-order topo-order author-date-order full-history
  simplify-merges ancestry-path relative no-relative ignore-space-change ignore-all-space ignore-blank-lines
  ignore-space-at-eol unified inter-hunk-context function-context find-renames no-renames find-copies diff-filter
  pickaxe-regex pickaxe-all exit-code quiet check full-index binary minimal patience histogram diff-algorithm
  no-prefix src-prefix dst-prefix line-prefix no-ext-diff no-textconv merge-base no-index text ignore-submodules
  porcelain short long branch untracked-files ignored show-stash ahead-behind column no-column verify
  symbolic-full-name abbrev-ref show-toplevel show-prefix show-cdup git-dir git-common-dir is-inside-work-tree
  is-bare-repository others modified deleted exclude-standard exclude exclude-per-directory directory
  error-unmatch full-name eol stage unmerged contains no-contains match always dirty candidates exact-match notes
  show-notes no-notes source walk-reflogs mailmap use-mailmap root not boundary count show-pulls encoding no-walk
  line-porcelain incremental show-name show-number line-number files-with-matches files-without-match ignore-case
  word-regexp extended-regexp fixed-strings perl-regexp basic-regexp heading break untracked and or recursive
  max-depth context after-context before-context only-matching threads null show-function heads refs get-url sort
  merged no-merged points-at numbered email batch batch-check batch-all-objects full-tree object-only sq sq-quote
  show-superproject-working-tree is-ancestor octopus independent fork-point objects left no-renames no-color-moved
  exclude-existing dereference hash symref`

type Options = { readonly letters: RegExp; readonly long: ReadonlySet<string> }

const options = (letters: RegExp, long: string): Options => ({ letters, long: new Set(long.split(/\s+/)) })

const LOOKING_READER = options(/^[^O]*$/, LOOKING_OPTIONS)

/** Subcommands that change what git stores and leave the files of the folder as they are, with their known options. */
const QUIET: ReadonlyMap<string, Options> = new Map([
  [
    'add',
    options(
      /^[AunfvN]*$/,
      'all no-all update dry-run force verbose intent-to-add pathspec-from-file chmod ignore-errors refresh renormalize',
    ),
  ],
  [
    'commit',
    options(
      /^[avqsnoiez]*([mCFSu].*)?$/s,
      `message all amend no-edit no-verify signoff allow-empty allow-empty-message author date fixup squash quiet
      verbose dry-run file reuse-message reset-author gpg-sign no-gpg-sign trailer only include pathspec-from-file
      short porcelain branch status no-status cleanup edit`,
    ),
  ],
  [
    'fetch',
    options(
      /^[aptqvfnkj\d]*$/,
      `all prune tags no-tags depth deepen unshallow shallow-since shallow-exclude dry-run force quiet verbose jobs
      multiple prune-tags set-upstream atomic progress no-progress keep refmap filter append porcelain`,
    ),
  ],
  [
    'branch',
    options(
      /^[dDarvmMcCfqlit]*(u.*)?$/s,
      `list all remotes delete move copy force contains no-contains merged no-merged sort format column no-column
      color no-color show-current set-upstream-to unset-upstream track no-track points-at abbrev verbose quiet
      ignore-case`,
    ),
  ],
  [
    'tag',
    options(
      /^[asdlfvi]*([mFnu].*)?$/s,
      `annotate list delete message file force contains no-contains sort format points-at merged no-merged verify
      sign no-sign column create-reflog cleanup ignore-case color`,
    ),
  ],
  ['remote', options(/^[vnfp]*([tm].*)?$/s, 'verbose tags no-tags mirror push all add delete dry-run prune')],
  [
    'config',
    options(
      /^[lz]*$/,
      `get get-all get-regexp get-urlmatch list local global system worktree name-only show-origin show-scope null
      type bool int path includes no-includes default add unset unset-all replace-all`,
    ),
  ],
])

/** Subcommands whose words may be places and mostly are names of remotes and branches. */
const ASKS_ONLY = new Set(['push', 'gc', 'maintenance', 'send-pack', 'hash-object'])

/** Subcommands that write at most where their words say. */
const NAMES_ITS_PLACE = new Set(
  `archive bundle clone commit-graph commit-tree format-patch init mktree mv notes
  pack-objects pack-refs prune repack request-pull rm symbolic-ref update-ref worktree write-tree`.split(
    /\s+/,
  ),
)

/** The ways in which a git command changes files of the work tree. */
export type GitReach = { readonly certainty: 'writes' | 'may'; readonly reach: 'named' | 'below' | 'folder' }

const ASKS: GitReach = { certainty: 'may', reach: 'named' }

/**
 * Returns how a git command may change files, or `null` when it changes none of the work tree. A subcommand that is
 * not known may be an alias of any other one.
 */
export function gitReach(words: readonly string[], acting: string | null): GitReach | null {
  const { sub, args } = gitSubcommand(words)
  if (sub === '') return acting === null ? null : { certainty: 'may', reach: 'folder' }
  if (LOOKING.has(sub)) {
    const isKnownLook = args.every((word) => !isGitActing(word) && isKnown(word, LOOKING_READER))
    if (acting === null && isKnownLook) return null
    // A pager that opens the files it finds may change them.
    const opens = sub === 'grep' && args.some((word) => /^(-[a-zA-Z]*O|--o(p|$))/.test(word))
    return opens ? { certainty: 'may', reach: 'folder' } : ASKS
  }
  const quiet = QUIET.get(sub)
  if (quiet !== undefined) return acting === null && args.every((word) => isKnown(word, quiet)) ? null : ASKS
  if (ASKS_ONLY.has(sub)) return ASKS
  return NAMES_ITS_PLACE.has(sub) && !args.some(isPathPattern)
    ? { certainty: 'writes', reach: 'below' }
    : { certainty: 'writes', reach: 'folder' }
}

/** Whether an argument means files that it does not name: git reads patterns and lists of paths itself. */
const isPathPattern = (word: string): boolean => /^:|[*?[]/.test(word) || /^--pathspec-f/.test(word)

function isKnown(word: string, { letters, long }: Options): boolean {
  if (word.startsWith('--')) return word === '--' || long.has(word.slice(2).replace(/=[\s\S]*$/, ''))
  return !word.startsWith('-') || letters.test(word.slice(1))
}
