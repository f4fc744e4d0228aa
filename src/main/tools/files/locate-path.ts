import type { Stats } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { isErrno } from '../../lib/errno.ts'
import { type DiskCheck, patientCheck } from '../../lib/files/disk-check.ts'
import type { ToolPlace } from '../tool.ts'
import { type PathFlavour, placeOf, resolvePath } from './project-path.ts'

export type Located = ToolPlace

const MOST_LINKS = 40

/** Finds out where `input` leads once every symbolic link on the way is followed, also to files yet to be made. */
export async function locatePath(root: string, input: string, flavour: PathFlavour): Promise<Located> {
  const absolute = await canonical(resolvePath(root, input, flavour), flavour, MOST_LINKS)
  return { absolute, ...placeOf(root, absolute, flavour) }
}

/** Throws when a path that was used leads elsewhere than to the place that was checked. */
export async function mustStillLead(
  root: string,
  input: string,
  place: Located,
  flavour: PathFlavour,
): Promise<void> {
  const now = await locatePath(root, input, flavour)
  if (now.absolute !== place.absolute) throw AppError.forAgent('tool.failed', leadsElsewhere(place.shown))
}

/** Returns the error for a path that was replaced between the check and its use. */
export function leadsElsewhere(shown: string): string {
  return `${shown} leads elsewhere than when it was checked: a folder on the way or the file was replaced. Nothing of it was read or written. Try again.`
}

function canonical(absolute: string, flavour: PathFlavour, links: number): Promise<string> {
  // Cached only before any link was followed, because a cached result would bypass the link limit.
  if (flavour.disk === undefined || links < MOST_LINKS) return followed(absolute, flavour, links)
  return flavour.disk.canonical(absolute, () => followed(absolute, flavour, links))
}

async function followed(absolute: string, flavour: PathFlavour, links: number): Promise<string> {
  const { path } = flavour
  if (links === 0) throw AppError.forAgent('tool.failed', `${absolute} goes through too many symbolic links.`)
  const look = flavour.disk?.look ?? patientCheck
  const found = await entryAt(absolute, look)
  if (found !== null) {
    try {
      return await look.realpath(absolute)
    } catch (error) {
      passUnseen(error, absolute)
    }
  }
  const parent = path.dirname(absolute)
  if (parent === absolute) return absolute
  const dangling = found?.isSymbolicLink() === true ? await linkTarget(absolute) : null
  const realParent = await canonical(parent, flavour, links)
  if (dangling !== null) return await canonical(path.resolve(realParent, dangling), flavour, links - 1)
  return path.join(realParent, path.basename(absolute))
}

async function entryAt(absolute: string, look: DiskCheck): Promise<Stats | null> {
  try {
    return await look.lstat(absolute)
  } catch (error) {
    passUnseen(error, absolute)
    return null
  }
}

/** Returns for a path that cannot be seen, and throws for everything else. */
function passUnseen(error: unknown, absolute: string): void {
  if (isErrno(error, 'ELOOP')) {
    throw AppError.forAgent('tool.failed', `${absolute} is a symbolic link that leads to itself.`)
  }
  if (!isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG')) throw error
}

/** Returns the target of a dangling link: writing to it would create a file there. */
async function linkTarget(absolute: string): Promise<string | null> {
  try {
    return await readlink(absolute)
  } catch (error) {
    // The link was replaced meanwhile.
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG', 'EINVAL')) return null
    throw error
  }
}
