import { hasKnownOptions, reader } from './file-readers.ts'

/** Options with which `tar` lists an archive, or makes one of what it is given. */
const TAR = reader(
  'ctruvzjJaZhPpSlowkOnAd',
  'fCXTbHNV',
  `create list append update concatenate catenate diff compare file gzip bzip2 xz zstd lzip lzma lzop auto-compress
  compress no-auto-compress verbose exclude exclude-from exclude-vcs exclude-vcs-ignores exclude-backups
  exclude-caches exclude-caches-all exclude-tag exclude-ignore directory dereference hard-dereference files-from null
  no-null owner group numeric-owner mode mtime sort format posix label totals no-recursion recursion one-file-system
  absolute-names xattrs acls selinux sparse wildcards no-wildcards anchored no-anchored show-transformed-names
  strip-components transform xform to-stdout same-permissions preserve-permissions newer newer-mtime after-date
  warning checkpoint ignore-failed-read seek blocking-factor record-size version help no-xattrs pax-option`,
)
const MAKES = /^(-?[a-zA-Z]*[ctruAd]|--(list|create|append|update|concatenate|catenate|diff|compare)$)/

/** Options with which `zip` makes an archive and leaves what goes into it where it is. */
const ZIP = reader(
  'rq0123456789jXDyluoveghAcz@SkJUVw',
  'xinbtsP',
  `recurse-paths quiet junk-paths no-extra no-dir-entries symlinks verbose exclude include encrypt password
  compression-method filesync freshen update show-files version help latest-time`,
)

/** Whether every option of a program for archives is one with which it writes nothing but its archive. */
export function onlyStores(program: 'tar' | 'zip', rest: readonly string[]): boolean {
  if (program === 'zip') return hasKnownOptions(ZIP, rest)
  const [first = ''] = rest
  if (first === '--version' || first === '--help') return true
  // The letters of tar need no sign in front. Their values are the words that follow.
  const isOldStyle = /^[a-zA-Z]+$/.test(first)
  const words = isOldStyle ? [`-${first}`, ...rest.slice(1)] : rest
  if (!words.some((word) => word.startsWith('-') && MAKES.test(word))) return false
  if (isOldStyle && /[^ctruvzjJaZhPpSlowkOnAdfCXTbHNV]/.test(first)) return false
  return hasKnownOptions(TAR, words)
}
