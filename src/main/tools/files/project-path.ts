import type { PlatformPath } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { GuardedPlace } from '#shared/permission/guard.ts'
import { type DiskCheck, quickCheckIn } from '../../lib/files/disk-check.ts'
import { createMemo, type Memo } from '../../lib/memo.ts'

/** Path conventions of one system: the matching half of `node:path`, and the home folder. */
export type PathFlavour = {
  readonly path: PlatformPath
  readonly home: string
  /** The folder that holds everything the app keeps, where there is one. */
  readonly appHome?: string
  /** Extra folders of a chat, canonical: what is in them is not outside. */
  readonly folders?: readonly string[]
  /** Cached disk answers. Present only while one call is planned. */
  readonly disk?: DiskMemo
}

/** Answers of the disk for one plan: a script of 2 KB may ask the same a hundred times. */
export type DiskMemo = {
  /** The flavour the plan was given. */
  readonly owner: PathFlavour
  readonly look: DiskCheck
  /** Absolute paths without their links. */
  readonly canonical: Memo<string>
  readonly isThere: Memo<boolean>
  readonly guards: Memo<GuardedPlace[]>
  readonly readGuards: Memo<GuardedPlace[]>
  /** Repository settings that make git start programs. */
  readonly risks: Memo<GuardedPlace[]>
}

/** The same flavour with a memory for one plan in a project, and the extra folders of the chat. */
export async function withDiskMemo(
  owner: PathFlavour,
  root: string,
  folders: readonly string[] = [],
): Promise<PathFlavour & { readonly disk: DiskMemo }> {
  const disk: DiskMemo = {
    owner,
    look: await quickCheckIn(root, owner.path.sep),
    canonical: createMemo(),
    isThere: createMemo(),
    guards: createMemo(),
    readGuards: createMemo(),
    risks: createMemo(),
  }
  return { ...owner, disk, folders }
}

const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i

/**
 * Returns the absolute path of `input` without reading the disk. `~` is the home folder and relative paths
 * start at `base`. Names of devices are rejected.
 */
export function resolvePath(base: string, input: string, flavour: PathFlavour): string {
  const { path } = flavour
  if (input.includes('\0')) throw refusal('A path cannot contain a NUL character.')
  const spelled = input === '' ? '.' : input
  if (path.sep === '\\') refuseWindowsTraps(spelled)
  const resolved = path.resolve(base, expandHome(spelled, flavour))
  if (path.sep === '\\') refuseWindowsNames(resolved)
  return resolved
}

/** Whether `target` is `root` or inside it. Both must be absolute. */
export function isInside(root: string, target: string, flavour: PathFlavour): boolean {
  return wayInside(root, target, flavour) !== null
}

/** Returns the path relative to `root`, '' for itself; null for a path outside. */
function wayInside(root: string, target: string, { path }: PathFlavour): string | null {
  const way = path.relative(root, target)
  const leaves = path.isAbsolute(way) || way === '..' || way.startsWith(`..${path.sep}`)
  return leaves ? null : way
}

/**
 * Returns the path as shown in rules, cards and models: relative to the root, or absolute outside; always
 * with `/`.
 */
export function shownPath(root: string, target: string, flavour: PathFlavour): string {
  return shownAs(wayInside(root, target, flavour) ?? target, flavour)
}

function shownAs(shown: string, { path }: PathFlavour): string {
  if (shown === '') return '.'
  return path.sep === '/' ? shown : shown.split(path.sep).join('/')
}

/** A path that has no link in it, relative to the root or absolute, as rules know it. Extra folders are not outside. */
export function placeOf(root: string, path: string, flavour: PathFlavour) {
  const absolute = flavour.path.resolve(root, path)
  // Both are without dots here, so that what begins with the root is inside.
  const isPlainlyInside = absolute.startsWith(root + flavour.path.sep)
  const way = isPlainlyInside ? absolute.slice(root.length + 1) : wayInside(root, absolute, flavour)
  const { folders = [] } = flavour
  const outside = way === null && !folders.some((folder) => isInside(folder, absolute, flavour))
  return { shown: shownAs(way ?? absolute, flavour), outside }
}

function expandHome(input: string, { path, home }: PathFlavour): string {
  if (input === '~') return home
  const isHome = input.startsWith('~/') || (path.sep === '\\' && input.startsWith('~\\'))
  return isHome ? path.join(home, input.slice(2)) : input
}

function refuseWindowsTraps(input: string): void {
  if (/^[\\/]{2}[.?]([\\/]|$)/.test(input)) throw refusal(`${input} names a device. Use an ordinary path.`)
  if (/^[a-z]:(?![\\/])/i.test(input)) {
    throw refusal(
      `${input} depends on a drive's current folder. Write the whole path, for example C:\\folder.`,
    )
  }
}

function refuseWindowsNames(resolved: string): void {
  const segments = resolved.replace(/^[a-z]:/i, '').split('\\')
  for (const segment of segments) {
    if (RESERVED.test(segment.trimEnd())) throw refusal(`${segment} is a reserved device name on Windows.`)
    if (segment.includes(':')) throw refusal(`${segment} is not a file name: it contains a colon.`)
    if (/[. ]$/.test(segment)) throw refusal(`Windows drops the dot or space at the end of "${segment}".`)
  }
}

function refusal(message: string): AppError {
  return AppError.forAgent('tool.failed', message)
}
