import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { PluginFileChanges } from '#shared/plugin/plugin.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../../lib/errno.ts'

/** Limits of a plugin: files, their sizes together in bytes, and folders inside of folders. */
export const PLUGIN_LIMITS = { files: 5_000, bytes: 50 * 1024 * 1024, depth: 30 } as const

/** A file of a plugin. `path` has forward slashes on every system. */
export type PluginFile = {
  readonly path: string
  readonly size: number
  readonly isProgram: boolean
  /** Changes with every write to the file, also with one of the same size. */
  readonly mark: string
}

const MEGABYTE = 1024 * 1024

/** Folders that belong to git. They are no part of a plugin. */
const isOfGit = (name: string): boolean => name.toLowerCase() === '.git'

/** Lists the files of a plugin by path. Throws an `AppError` for a link, a device, an unusable name or too much. */
export async function listPluginFiles(root: string): Promise<readonly PluginFile[]> {
  const files: PluginFile[] = []
  const guard = createFileGuard()
  const walk = async (below: string, depth: number): Promise<void> => {
    if (depth > PLUGIN_LIMITS.depth) throw refused('plugin.badFile', below)
    const entries = await readdir(join(root, below), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isOfGit(entry.name)) continue
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) {
        guard.checkName(path)
        await walk(path, depth + 1)
        continue
      }
      const found = await lstat(join(root, path), { bigint: true })
      if (!found.isFile()) throw refused('plugin.link', path)
      guard.add(path, Number(found.size))
      files.push({
        path,
        size: Number(found.size),
        isProgram: (found.mode & 0o100n) !== 0n,
        mark: [found.size, found.mtimeNs, found.ctimeNs, found.ino].join(' '),
      })
    }
  }
  await walk('', 0)
  return files
}

/** Creates the check of the names, the number and the sizes of files. It throws an `AppError`. */
export function createFileGuard() {
  const names = new Set<string>()
  let count = 0
  let bytes = 0
  const checkName = (path: string): void => {
    const parts = path.split('/')
    const isBad = (part: string) =>
      part === '' || part === '.' || part === '..' || part.length > 200 || /[\\:\0]/.test(part)
    if (path.length > 600 || parts.some(isBad)) throw refused('plugin.badFile', path)
    const key = path.toLowerCase()
    if (names.has(key)) throw refused('plugin.twice', path)
    names.add(key)
  }
  return {
    checkName,
    add: (path: string, size: number): void => {
      checkName(path)
      count += 1
      bytes += size
      if (count > PLUGIN_LIMITS.files) {
        throw AppError.saying(
          'config.invalid',
          say('plugin.tooMany', { count: PLUGIN_LIMITS.files.toLocaleString('en') }),
        )
      }
      if (bytes > PLUGIN_LIMITS.bytes) {
        const size = String(PLUGIN_LIMITS.bytes / MEGABYTE)
        throw AppError.saying('config.invalid', say('plugin.tooLarge', { size }))
      }
    },
  }
}

/** Copies the files of a plugin into a new folder. Follows no link. */
export async function copyPlugin(from: string, to: string, signal: AbortSignal): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const { path, isProgram } of await listPluginFiles(from)) {
    signal.throwIfAborted()
    await writePluginFile(to, path, { bytes: await bytesOf(from, path), isProgram })
  }
}

/** Writes a new file of a plugin. */
export async function writePluginFile(
  root: string,
  path: string,
  { bytes, isProgram }: { readonly bytes: Uint8Array; readonly isProgram: boolean },
): Promise<void> {
  const target = join(root, ...path.split('/'))
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await writeFile(target, bytes, { flag: 'wx', mode: isProgram ? 0o700 : 0o600 })
}

/** Reads a file that may have become a link since it was listed. */
async function bytesOf(root: string, path: string): Promise<Uint8Array> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const handle = await open(join(root, path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    throw isErrno(error, 'ELOOP', 'EMLINK') ? refused('plugin.link', path) : error
  })
  try {
    const found = await handle.stat()
    if (!found.isFile() || found.size > PLUGIN_LIMITS.bytes) throw refused('plugin.link', path)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** Returns the SHA-256 of each file by path. */
export async function hashPluginFiles(
  root: string,
  files: readonly PluginFile[],
): Promise<Readonly<Record<string, string>>> {
  const hashes: [string, string][] = []
  for (const { path } of files) {
    const hash = createHash('sha256')
    for await (const piece of createReadStream(join(root, path))) hash.update(piece)
    hashes.push([path, hash.digest('hex')])
  }
  return Object.fromEntries(hashes)
}

/** Compares the hashes of files; null where they are the same. */
export function compareHashes(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): PluginFileChanges | null {
  const has = (all: Readonly<Record<string, string>>, path: string) => Object.hasOwn(all, path)
  const added = Object.keys(now).filter((path) => !has(before, path))
  const removed = Object.keys(before).filter((path) => !has(now, path))
  const changed = Object.keys(now).filter((path) => has(before, path) && before[path] !== now[path])
  return added.length + removed.length + changed.length === 0 ? null : { added, changed, removed }
}

function refused(name: 'plugin.badFile' | 'plugin.link' | 'plugin.twice', path: string): AppError {
  return AppError.saying('config.invalid', say(name, { path: path.slice(0, 300) }))
}
