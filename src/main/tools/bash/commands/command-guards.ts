import type { GuardedPlace } from '#shared/permission/guard.ts'
import { appHomeOf, guardsOfChange, guardsOfRead } from '../../files/guarded-places.ts'
import { setsScripts } from '../../files/package-scripts.ts'
import { isInside, type PathFlavour, placeOf } from '../../files/project-path.ts'
import { mayMeet } from '../../permission/may-meet.ts'
import { escapePattern } from '../../permission/pattern.ts'
import { runsLater } from '../../permission/programs/later-runs.ts'
import { guardByName, mentionsProtected, PROTECTED_PATTERNS } from '../../permission/protected-path.ts'
import type { SimpleCommand } from '../../permission/syntax/split-command.ts'
import type { NamedPath } from '../../tool.ts'
import { unpackedGuards } from './archive-guards.ts'
import { folderAt } from './command-names.ts'
import { namesAround } from './named-changes.ts'
import { copiedGuards } from './steering-copies.ts'

/** A command, what it names, and what it may do with that. */
export type GuardedCommand = {
  readonly one: SimpleCommand
  readonly named: readonly NamedPath[]
  /** Those of them whose content it may show. */
  readonly read: readonly NamedPath[]
  readonly changes: 'writes' | 'may' | null
}

/** Programs that look at a folder they are given without showing what is in its files. */
const SHALLOW: ReadonlySet<string> = new Set('cd ls dir find du df pwd pushd popd export tree'.split(' '))
/** Programs that search the folder they start in where none is named. */
const SEARCHERS: ReadonlySet<string> = new Set(['rg', 'ag', 'ack'])

/** Returns the guarded places that a command may read or change, judged by its words. */
export async function commandGuards(
  command: GuardedCommand,
  root: string,
  flavour: PathFlavour,
): Promise<GuardedPlace[]> {
  const found = [
    ...(await changedPlaces(command, root, flavour)),
    ...(await readPlaces(command, root, flavour)),
    ...(await copiedGuards(command.one, root, flavour)),
    ...(await unpackedGuards(command.one, root, flavour)),
    ...settingsOf(command.one),
    ...laterGuards(command.one),
  ]
  return [...new Map(found.map((guard) => [`${guard.kind} ${guard.path}`, guard])).values()]
}

async function changedPlaces(
  { one, named, changes }: GuardedCommand,
  root: string,
  flavour: PathFlavour,
): Promise<GuardedPlace[]> {
  const around = await namesAround(one, root, flavour)
  if (changes === null && around.length === 0) return []
  const found: GuardedPlace[] = []
  for (const { path, pattern } of changes === null ? around : [...named, ...around]) {
    // To git this is a commit and not the file of a bare repository.
    if (path === 'HEAD' && one.words[0] === 'git') continue
    if (!pattern) found.push(...(await guardsOfChange(located(path, root, flavour), root, flavour)))
    else {
      const guard = patternGuard(path, flavour.home)
      if (guard !== null) found.push(guard)
    }
  }
  for (const word of changes === null ? one.wrapping : [...one.words.slice(1), ...one.wrapping]) {
    const kind = mentionsProtected(word)
    if (kind !== null) found.push({ kind, path: word.length > 200 ? `${word.slice(0, 200)}…` : word })
  }
  const home = await appHomeOf(root, flavour)
  if (home === null || changes !== 'writes') return found
  const { shown } = placeOf(root, home, flavour)
  if (reaches(named, home, root, flavour)) found.push({ kind: 'app_home', path: shown })
  return found
}

/** Returns the steering place that a file pattern of the shell may name, or null. */
export function patternGuard(pattern: string, home: string): GuardedPlace | null {
  if (!/[*?[]/.test(pattern)) return null
  const met = PROTECTED_PATTERNS.find((each) => mayMeet(pattern, each, home))
  return met === undefined ? null : guardByName(met)
}

async function readPlaces(
  { one, read }: GuardedCommand,
  root: string,
  flavour: PathFlavour,
): Promise<GuardedPlace[]> {
  const home = await appHomeOf(root, flavour)
  if (home === null) return []
  const [name = ''] = one.words
  const guard: GuardedPlace = { kind: 'app_home_read', path: placeOf(root, home, flavour).shown }
  for (const { path, pattern } of read) {
    if (pattern) continue
    const guards = await guardsOfRead(located(path, root, flavour), root, flavour)
    if (guards.length > 0) return guards
  }
  if (!SHALLOW.has(name) && reaches(read, home, root, flavour)) return [guard]
  const searches = SEARCHERS.has(name) || (/^[ef]?grep$/.test(name) && one.words.some(isRecursive))
  if (!searches) return []
  for (const way of one.ways) {
    if (isInside(await folderAt(way, root, flavour), home, flavour)) return [guard]
  }
  return []
}

const isRecursive = (word: string): boolean => /^-[A-Za-z]*[rR]|^--(dereference-)?recursive$/.test(word)

/** Whether one of these paths is a folder that holds the place, or a file pattern that may name it. */
function reaches(named: readonly NamedPath[], place: string, root: string, flavour: PathFlavour): boolean {
  const { shown } = placeOf(root, place, flavour)
  return named.some(({ path, pattern }) => {
    if (pattern) return mayMeet(path, `${escapePattern(shown)}/**`, flavour.home)
    return isInside(located(path, root, flavour).absolute, place, flavour)
  })
}

/** Options of `systemd-run` that start a program later. */
const TIMER = /^--(on-[a-z]+|timer-property|path-property|socket-property)(=|$)/

const VALUE_MAY_FOLLOW =
  /^--(?!(null|no-run-if-empty|verbose|interactive|exit|keep-order|bar|user|quote|line-buffer)$)[\w-]+$/

/** A command that sets up programs which run later. */
function laterGuards({ words, assignments, wrapping }: SimpleCommand): GuardedPlace[] {
  const isTimed = wrapping.some((word) => TIMER.test(word))
  // The last long option of a program around may have a value.
  const isValue = VALUE_MAY_FOLLOW.test(wrapping.at(-1) ?? '')
  const path = isTimed
    ? wrapping.join(' ')
    : (runsLater(words, assignments) ?? (isValue ? runsLater(words.slice(1), []) : null))
  return path === null ? [] : [{ kind: 'runs_later', path }]
}

/** Commands that change settings which are kept in guarded files, without naming these. */
function settingsOf({ words }: SimpleCommand): GuardedPlace[] {
  const [name = '', ...rest] = words
  if (name === 'crontab' && !rest.includes('-l')) return [{ kind: 'shell', path: 'crontab' }]
  if (setsScripts(words)) return [{ kind: 'programs', path: 'package.json' }]
  if (name !== 'git') return []
  const at = rest.findIndex((word, index) => !word.startsWith('-') && !VALUED.has(rest[index - 1] ?? ''))
  if (rest[at] !== 'config' || !writesSetting(rest.slice(at + 1))) return []
  const isOwn = !rest.some((word) => /^--(global|system)$/.test(word))
  return [isOwn ? { kind: 'git', path: '.git/config' } : { kind: 'shell', path: '~/.gitconfig' }]
}

/** Options of git that take the next word. */
const VALUED: ReadonlySet<string> = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
])

/** `git config name` reads and `git config name value` writes; options say otherwise. */
function writesSetting(args: readonly string[]): boolean {
  if (args.some((arg) => /^(--get|--list|-l$|--name-only|--show)/.test(arg))) return false
  if (args.some((arg) => /^(--(unset|add|replace|edit|re|rem|ren)|-e$)/.test(arg))) return true
  const words = args.filter((arg) => !arg.startsWith('-'))
  if (words[0] === 'get' || words[0] === 'list') return false
  return words.length > 1 || words[0] === 'edit'
}

function located(path: string, root: string, flavour: PathFlavour) {
  return { absolute: flavour.path.resolve(root, path), ...placeOf(root, path, flavour) }
}
