import { constants, type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isErrno } from '../errno.ts'
import { pathKey } from './path-key.ts'

/** A path that leads elsewhere than when it was checked: a folder on the way is a link or another folder by now. */
export class PathChanged extends Error {
  readonly code = 'PATH_CHANGED'
  constructor(path: string) {
    super(`The path ${path} leads elsewhere by now.`)
    this.name = 'PathChanged'
  }
}

/** A folder that was opened without following links. */
export type HeldFolder = {
  /** The canonical path of the folder. */
  readonly path: string
  /** Names an entry so that the system finds it in this folder, also after the path of the folder changed. */
  readonly at: (name: string) => string
  /** Throws `PathChanged` when the path of the folder leads elsewhere by now. */
  readonly check: () => Promise<void>
  readonly close: () => Promise<void>
}

type Holding = {
  /** Makes the folder and those above it where they are missing. */
  readonly make?: boolean
}

const OPEN_FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)
const DESCRIPTORS = '/proc/self/fd'

/**
 * Opens a folder by its canonical path. Throws `PathChanged` when the path goes through a link. On Linux the entries
 * are reached through the open folder, so a link that is put in its place later has no effect. Other systems have no
 * such way in Node: there the identity of the folder is compared in `check`, directly before each change.
 */
export async function holdFolder(folder: string, holding: Holding = {}): Promise<HeldFolder> {
  if (process.platform !== 'linux') return await holdByIdentity(folder, holding)
  const handle = await openFolder(folder, holding)
  const path = `${DESCRIPTORS}/${handle.fd}`
  try {
    const check = async (): Promise<void> => {
      if ((await readlink(path)) !== folder) throw new PathChanged(folder)
    }
    await check()
    return { path: folder, at: (name) => `${path}/${name}`, check, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    if (!isErrno(error, 'ENOENT')) throw error
    // Some containers have no `/proc`.
    return await holdByIdentity(folder, holding)
  }
}

/** Holds a folder while it is used. */
export async function withHeldFolder<T>(
  folder: string,
  use: (held: HeldFolder) => Promise<T>,
  holding: Holding = {},
): Promise<T> {
  const held = await holdFolder(folder, holding)
  try {
    return await use(held)
  } finally {
    await held.close()
  }
}

/** Throws `PathChanged` unless an open file is the one at this canonical path, with no link on the way. */
export async function checkOpened(handle: FileHandle, path: string): Promise<void> {
  if (process.platform === 'linux') {
    const opened = await readlink(`${DESCRIPTORS}/${handle.fd}`).catch(nullWhenMissing)
    // A file that was replaced since it was opened was still the one at this path.
    if (opened === path || opened === `${path} (deleted)`) return
    if (opened !== null) throw new PathChanged(path)
  }
  const [stat, found] = await Promise.all([handle.stat({ bigint: true }), identityOf(path)])
  if (found === null || stat.dev !== found.dev || stat.ino !== found.ino) throw new PathChanged(path)
}

async function openFolder(folder: string, holding: Holding): Promise<FileHandle> {
  const parent = dirname(folder)
  try {
    return await open(folder, OPEN_FOLDER)
  } catch (error) {
    if (isErrno(error, 'ELOOP', 'ENOTDIR')) throw new PathChanged(folder)
    if (holding.make !== true || !isErrno(error, 'ENOENT') || parent === folder) throw error
  }
  return await withHeldFolder(
    parent,
    async ({ at }) => {
      const entry = at(basename(folder))
      await mkdir(entry).catch(ignoreExisting)
      try {
        return await open(entry, OPEN_FOLDER)
      } catch (error) {
        if (isErrno(error, 'ELOOP', 'ENOTDIR')) throw new PathChanged(folder)
        throw error
      }
    },
    holding,
  )
}

async function holdByIdentity(folder: string, { make }: Holding): Promise<HeldFolder> {
  if (make === true) await makeByIdentity(folder)
  const first = await identityOf(folder)
  if (first === null) throw new PathChanged(folder)
  const check = async (): Promise<void> => {
    const now = await identityOf(folder)
    if (now === null || now.dev !== first.dev || now.ino !== first.ino) throw new PathChanged(folder)
  }
  return { path: folder, at: (name) => join(folder, name), check, close: async () => {} }
}

/** Makes a folder and those above it. None is made below a link. */
async function makeByIdentity(folder: string): Promise<void> {
  if ((await lstat(folder).catch(nullWhenMissing)) !== null) return
  const parent = dirname(folder)
  await makeByIdentity(parent)
  if ((await identityOf(parent)) === null) throw new PathChanged(folder)
  await mkdir(folder).catch(ignoreExisting)
}

/** Returns the identity of a path. Null when the path goes through a link. */
async function identityOf(path: string): Promise<{ readonly dev: bigint; readonly ino: bigint } | null> {
  const real = await realpath(path)
  const { platform } = process
  if (pathKey(real, platform) !== pathKey(path, platform)) return null
  return await lstat(path, { bigint: true })
}

function nullWhenMissing(error: unknown): null {
  if (isErrno(error, 'ENOENT')) return null
  throw error
}

function ignoreExisting(error: unknown): void {
  if (!isErrno(error, 'EEXIST')) throw error
}
