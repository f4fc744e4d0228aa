import { isGitLook, isLooking } from './read-only-command.ts'

/** Programs that only read the files they are given, in addition to read-only ones. */
const READERS = new Set(
  `rg fd jq yq sort uniq less more bat tree cd mkdir export tsc eslint prettier biome vitest jest pytest ruff mypy
  sha512sum shasum xxd od hexdump strings column join comm paste tac rev awk sed base64`.split(/\s+/),
)

/** Options with which a checker writes a report or what it has built. */
const REPORTS = /^--(out|junit|report|cov|tsbuild|declarationdir|generate|html|xml|txt|\w+-report)/i

/** Options with which a reader writes. */
const WRITING_OPTION: ReadonlyMap<string, RegExp> = new Map([
  ['sort', /^(-[a-zA-Z]*o|--o)/],
  ['sed', /^(-[a-zA-Z]*i|--in)/],
  ['awk', /^(-i|--include)/],
  ['yq', /^(-[a-zA-Z]*i|--in)/],
  ['eslint', /^(--fix|-o|--output)/],
  ['prettier', /^(-w|--write)/],
  ['biome', /^--(write|fix|apply)/],
  ['ruff', /^(format|--fix)/],
  // The second name is where they write.
  ['uniq', /^[^-]/],
  ['xxd', /^(-r|[^-])/],
  ['tree', /^(-[a-zA-Z]*o|--o)/],
  ['less', /^(-[a-zA-Z]*[oO]|--log-file)/i],
  ...['tsc', 'vitest', 'jest', 'pytest', 'mypy'].map((name): [string, RegExp] => [name, REPORTS]),
])

/** Programs whose purpose is to change files they name. */
const WRITERS = new Set(
  `rm rmdir mv cp tee dd ln install truncate shred touch chmod chown patch unlink rsync unzip gunzip gzip bzip2 xz
  ed ex`.split(/\s+/),
)

/** Subcommands of git that leave the files of the work tree as they are. */
const QUIET_GIT = new Set('add commit push fetch grep branch tag remote config'.split(' '))

/** Subcommands of git, and other programs, that change files of the folder without naming them. */
const WHOLE_FOLDER_GIT = new Set(
  `am apply bisect checkout cherry-pick clean merge pull read-tree rebase reset restore revert stash submodule
  switch`.split(/\s+/),
)
const WHOLE_FOLDER = new Set(['patch', 'tar', 'bsdtar', 'unzip', 'cpio', 'git-apply', '7z'])

/** The first word of tar when it lists or makes an archive. */
const LISTS_OR_CREATES = /^(-?[a-wyzA-Z]*[ctruA][a-wyzA-Z]*|--(list|create|append|update|diff|compare))$/

/** Whether a program may change any file of the folder it runs in, as `git reset --hard` and `tar x` do. */
export function changesWholeFolder(words: readonly string[]): boolean {
  const [name = '', ...rest] = words
  const base = name.split('/').at(-1) ?? ''
  if (base === 'git') return WHOLE_FOLDER_GIT.has(rest.find((word) => !word.startsWith('-')) ?? '')
  return WHOLE_FOLDER.has(base) && !(base === 'tar' && LISTS_OR_CREATES.test(rest[0] ?? ''))
}

/**
 * Returns whether a program may change the files it names: `null` for a reader, `may` for an unknown program.
 * `acting` is an argument that makes it write or start programs, if any.
 */
export function changesNamedFiles(words: readonly string[], acting: string | null): 'writes' | 'may' | null {
  const [name = '', ...rest] = words
  const base = name.split('/').at(-1) ?? ''
  if (WRITERS.has(base)) return 'writes'
  if (name === 'git') {
    if (isGitLook(words.join(' ')) && acting === null) return null
    return QUIET_GIT.has(rest[0] ?? '') ? null : 'writes'
  }
  if (base === 'find' && acting !== null) return 'writes'
  const writing = WRITING_OPTION.get(base)
  if (writing !== undefined && rest.some((word) => writing.test(word))) return 'writes'
  if (acting !== null) return 'may'
  return isLooking(name, rest) || READERS.has(name) ? null : 'may'
}
