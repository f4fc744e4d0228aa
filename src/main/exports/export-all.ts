import { mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AllExported, HomeProgress } from '#shared/home/home-data.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SessionFileFormat } from '#shared/session/exports/session-file.ts'
import { isErrno } from '../lib/errno.ts'
import { freeDatedName } from '../lib/files/free-dated-name.ts'
import type { ExportMany } from './export-many.ts'
import { unwritable } from './file-errors.ts'

type Deps = {
  readonly exportMany: ExportMany
  /** Every chat that is not in the bin, oldest first. */
  readonly chats: () => readonly SessionId[]
  /** Remembers the target, so that what a crash leaves there is found. */
  readonly noteFolder: (folder: string) => Promise<void>
  readonly pid: number
  readonly now: () => number
}

type Following = {
  readonly report: (progress: HomeProgress) => void
  readonly signal: AbortSignal
}

/**
 * Creates the export of all chats into a new folder `orrery-chats-<date>` of an existing folder. Secrets are hidden. The
 * folder appears when all chats are over; a failure or an abort leaves nothing behind and throws an `AppError` or the
 * reason of the signal.
 */
export function createExportAll({ exportMany, chats, noteFolder, pid, now }: Deps) {
  return async (
    format: SessionFileFormat,
    target: string,
    { report, signal }: Following,
  ): Promise<AllExported> => {
    const ids = chats()
    const at = now()
    const folder = await realpath(target).catch((error: unknown) => {
      throw isErrno(error) ? unwritable(target, error) : error
    })
    const draft = join(folder, `.orrery-chats-${pid}-${at}.part`)
    await noteFolder(folder)
    try {
      await mkdir(draft, { mode: 0o700 })
      const written = (done: number) => report({ phase: 'copying', done, total: ids.length })
      const { count, failed, secrets } = await exportMany(ids, { format, redact: true }, draft, {
        written,
        signal,
      })
      signal.throwIfAborted()
      const made = freeDatedName(folder, 'orrery-chats', at)
      await rename(draft, made)
      return { folder: made, count, failed, secrets }
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw isErrno(error) ? unwritable(folder, error) : error
    }
  }
}

export type ExportAll = ReturnType<typeof createExportAll>
