import { access } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { ManyExported, SessionFileFormat } from '#shared/session/exports/session-file.ts'
import type { SessionExport } from './export-session.ts'

/** The most files of one name. Further ones are named by the id of their chat. */
const MOST_ALIKE = 1_000

type Following = {
  /** Hears how many chats are over, with those that could not be written. */
  readonly written: (chats: number) => void
  readonly signal: AbortSignal
}
type Wanted = { readonly format: SessionFileFormat; readonly redact: boolean }

/**
 * Writes several chats into a folder, one after the other. A file that is there already is never replaced. A chat that
 * cannot be written is counted and the others are still written, unless none could be written: then the first reason is thrown.
 */
export function createExportMany(exporting: Pick<SessionExport, 'fileName' | 'write'>) {
  return async (
    sessionIds: readonly SessionId[],
    wanted: Wanted,
    folder: string,
    { written: told, signal }: Following,
  ): Promise<ManyExported> => {
    let [count, secrets] = [0, 0]
    let refused: AppError | null = null
    for (const [done, sessionId] of sessionIds.entries()) {
      signal.throwIfAborted()
      told(done)
      try {
        const path = await freePath(folder, exporting.fileName(sessionId, wanted.format), sessionId)
        const written = await exporting.write(sessionId, wanted, path)
        count += 1
        secrets += written.secrets
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused ??= error
      }
    }
    if (count === 0 && refused !== null) throw refused
    return { folder: basename(folder), count, failed: sessionIds.length - count, secrets }
  }
}

export type ExportMany = ReturnType<typeof createExportMany>

/** Returns a path that no file has: chats often share their title. */
async function freePath(folder: string, name: string, sessionId: SessionId): Promise<string> {
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  for (let number = 1; number <= MOST_ALIKE; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} ${number}${ending}`)
    const isFree = await access(path).then(
      () => false,
      () => true,
    )
    if (isFree) return path
  }
  return join(folder, `${stem} ${sessionId}${ending}`)
}
