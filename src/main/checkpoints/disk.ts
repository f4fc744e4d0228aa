import { createHash } from 'node:crypto'
import { access, constants, lstat, open, realpath, rm, rmdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { CheckpointObstacle } from '#shared/checkpoint/checkpoint.ts'
import { isErrno } from '../lib/errno.ts'
import { type HeldFolder, withHeldFolder } from '../lib/files/held-folder.ts'
import { pathKey } from '../lib/files/path-key.ts'
import { putNew, renameOver, writeDraft } from '../lib/files/replace-file.ts'
import type { Side } from './version.ts'
import { obstacleOf } from './words.ts'

/** Identifies the state of a file when it was read. */
type Stamp = string

/** The current content of a path. `odd` is anything that cannot be restored as a file. */
export type Found =
  | {
      readonly odd: null
      readonly side: Exclude<Side, { is: 'unseen' }>
      readonly bytes: Buffer | null
      readonly stamp: Stamp
    }
  | { readonly odd: CheckpointObstacle; readonly side: null; readonly bytes: null; readonly stamp: Stamp }

/** The little of a file system that is needed. Paths are canonical; nothing follows a link. */
export type Disk = ReturnType<typeof createDisk>

const MODE_BITS = 0o7777
const ABSENT = 'absent'

/** `limit` is the size in bytes above which a file is not read. */
export function createDisk({ platform, limit }: { platform: NodeJS.Platform; limit: number }) {
  return {
    look: async (file: string): Promise<Found> => {
      try {
        const oddWay = await oddnessOnTheWay(path.dirname(file), platform)
        if (oddWay !== null) return odd(oddWay)
        const stamp = await stampAt(file)
        if (stamp === ABSENT) return { odd: null, side: { is: 'absent' }, bytes: null, stamp }
        return await lookAt(file, stamp, limit)
      } catch (error) {
        const obstacle = isErrno(error, 'ELOOP') ? 'is_link' : obstacleOf(error)
        if (obstacle === null) throw error
        return odd(obstacle)
      }
    },
    isStill: async (file: string, stamp: Stamp): Promise<boolean> => (await stampAt(file)) === stamp,
    /** True when both names lead to one file, as on a disk that ignores case. */
    isSame: async (one: string, other: string): Promise<boolean> => {
      const [a, b] = await Promise.all([
        lstat(one, { bigint: true }).catch(absentWhenMissing),
        lstat(other, { bigint: true }).catch(absentWhenMissing),
      ])
      return a !== null && b !== null && a.dev === b.dev && a.ino === b.ino && a.ino !== 0n
    },
    /** The folders that would have to be made for a file, innermost first. */
    missingFolders: async (file: string): Promise<string[]> => {
      const missing: string[] = []
      for (let at = path.dirname(file); path.dirname(at) !== at; at = path.dirname(at)) {
        if ((await lstat(at).catch(absentWhenMissing)) !== null) break
        missing.push(at)
      }
      return missing
    },
    makeFolder: (folder: string): Promise<void> => withHeldFolder(folder, async () => {}, { make: true }),
    /** Refuses early where the file may not be written: replacing it would get around that. */
    mustBeWritable: (file: string): Promise<void> => access(file, constants.W_OK),
    writeDraft: (draft: string, bytes: Uint8Array, mode: number): Promise<void> =>
      inFolderOf(draft, (held, name) => writeDraft(held, name, bytes, mode)),
    putInPlace: (draft: string, file: string): Promise<void> =>
      inFolderOf(file, (held, name) => renameOver(held, path.basename(draft), name)),
    /** As `putInPlace`, where nothing stands. Something that has appeared is not replaced. */
    putNew: (draft: string, file: string): Promise<void> =>
      inFolderOf(file, (held, name) => putNew(held, path.basename(draft), name)),
    removeDraft: (draft: string): Promise<void> =>
      inFolderOf(draft, (held, name) => rm(held.at(name), { force: true })).catch(ignoreMissing),
    removeFile: (file: string): Promise<void> => inFolderOf(file, (held, name) => unlink(held.at(name))),
    /** Removes the folder when there is nothing in it, and says whether it did. */
    removeFolder: async (folder: string): Promise<boolean> => {
      try {
        await inFolderOf(folder, (held, name) => rmdir(held.at(name)))
        return true
      } catch (error) {
        const stays = [
          'ENOTEMPTY',
          'EEXIST',
          'ENOENT',
          'ENOTDIR',
          'EACCES',
          'EPERM',
          'EBUSY',
          'EROFS',
          'EINVAL',
          'PATH_CHANGED',
        ]
        if (isErrno(error, ...stays)) return false
        throw error
      }
    },
  }
}

/** Does something with an entry of a folder, which is opened without following links. */
function inFolderOf(file: string, act: (held: HeldFolder, name: string) => Promise<void>): Promise<void> {
  return withHeldFolder(path.dirname(file), (held) => act(held, path.basename(file)))
}

function ignoreMissing(error: unknown): void {
  if (!isErrno(error, 'ENOENT', 'PATH_CHANGED')) throw error
}

async function stampAt(file: string): Promise<Stamp> {
  const stat = await lstat(file, { bigint: true }).catch(absentWhenMissing)
  return stat === null ? ABSENT : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.mode}`
}

async function lookAt(file: string, stamp: Stamp, limit: number): Promise<Found> {
  const stat = await lstat(file)
  if (stat.isSymbolicLink()) return odd('is_link')
  if (stat.isDirectory()) return odd('is_folder')
  if (!stat.isFile()) return odd('is_special')
  const mode = stat.mode & MODE_BITS
  if (stat.size > limit)
    return { odd: null, side: { is: 'large', size: stat.size, mode }, bytes: null, stamp }
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const bytes = await handle.readFile()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { odd: null, side: { is: 'file', sha256, size: bytes.length, mode }, bytes, stamp }
  } finally {
    await handle.close()
  }
}

const odd = (obstacle: CheckpointObstacle): Found => ({
  odd: obstacle,
  side: null,
  bytes: null,
  stamp: obstacle,
})

/**
 * A kept path had no link in it. Where a folder of it is a link by now, the path leads somewhere else, and where
 * one is a file there is no way at all.
 */
async function oddnessOnTheWay(
  folder: string,
  platform: NodeJS.Platform,
): Promise<CheckpointObstacle | null> {
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      const real = await realpath(at)
      if (pathKey(real, platform) !== pathKey(at, platform)) return 'way_changed'
      return (await lstat(real)).isDirectory() ? null : 'way_changed'
    } catch (error) {
      if (isErrno(error, 'EACCES', 'EPERM')) return 'denied'
      if (isErrno(error, 'ELOOP', 'ENOTDIR')) return 'way_changed'
      if (!isErrno(error, 'ENOENT')) throw error
      // A link that leads nowhere is missing to `realpath` and still stands in the way.
      if ((await lstat(at).catch(absentWhenMissing)) !== null) return 'way_changed'
      if (path.dirname(at) === at) return 'way_changed'
    }
  }
}

function absentWhenMissing(error: unknown): null {
  if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
  throw error
}
