import { type FileHandle, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ManagedConfig } from '#shared/config/config.ts'
import type { ManagedPlace } from '#shared/config/managed-place.ts'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../../lib/errno.ts'
import { parseConfig } from '../toml/config-text.ts'

const ROOT = 0

/** Returns the place of managed settings. No variable of the environment changes it, as any user could set one. */
export function managedPlace(platform: NodeJS.Platform): ManagedPlace {
  const folder =
    platform === 'win32'
      ? 'C:\\Program Files\\Orrery Managed'
      : platform === 'darwin'
        ? '/Library/Application Support/Orrery'
        : '/etc/orrery'
  const owner = platform === 'win32' ? null : ROOT
  return { file: join(folder, 'managed.toml'), hooks: join(folder, 'hooks'), owner }
}

/** The managed settings and the error of their file. `config` is null without a file and for a refused one. */
export type ManagedRead = { readonly config: ManagedConfig | null; readonly problem: AppErrorData | null }

/** A file that the administrator wrote and that has an error must not free anything. */
export const UNREADABLE_POLICY: ManagedConfig = { hooks: { allow: 'none' }, permissionMode: 'ask' }

/** Reads the managed settings. A file that other users own or can change is refused. */
export async function readManaged(place: ManagedPlace): Promise<ManagedRead> {
  let handle: FileHandle
  try {
    handle = await open(place.file)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return { config: null, problem: null }
    if (!isErrno(error)) throw error
    const said = say('setting.unreadable', { file: place.file, code: error.code })
    return { config: UNREADABLE_POLICY, problem: AppError.saying('config.invalid', said).toData() }
  }
  try {
    const refused = (await ownerProblem(place, handle)) ?? null
    if (refused !== null) return { config: null, problem: refused.toData() }
    const text = await handle.readFile('utf8')
    return { config: parseConfig(ManagedConfig, text, place.file), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { config: UNREADABLE_POLICY, problem: error.toData() }
  } finally {
    await handle.close()
  }
}

/** Returns the first part of a managed path that another user owns or can change. */
async function ownerProblem({ file, owner }: ManagedPlace, handle: FileHandle): Promise<AppError | null> {
  if (owner === null) return null
  const folder = dirname(file)
  const parts = [
    { path: folder, found: await stat(folder) },
    { path: file, found: await handle.stat() },
  ]
  for (const { path, found } of parts) {
    const problem = foreignPart(path, found, owner)
    if (problem !== null) return problem
  }
  return null
}

type Owned = { readonly uid: number; readonly mode: number }

/** The error of a file or folder that another user owns or can change; null for a safe one. */
function foreignPart(path: string, { uid, mode }: Owned, owner: number): AppError | null {
  if (uid !== owner) return AppError.saying('config.invalid', say('setting.managedOwner', { path }))
  if ((mode & 0o022) !== 0) return AppError.saying('config.invalid', say('setting.managedWritable', { path }))
  return null
}

/** Returns the error of a path that must belong to the administrator; null for a safe or missing one. */
export async function managedPathProblem(path: string, owner: number | null): Promise<AppError | null> {
  if (owner === null) return null
  try {
    return foreignPart(path, await stat(path), owner)
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}
