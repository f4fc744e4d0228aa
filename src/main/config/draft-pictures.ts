import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { FileInput } from '#shared/ipc/calls/session-calls.ts'
import { isErrno } from '../lib/errno.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'
import type { Logger } from '../lib/logger.ts'

type Deps = {
  /** One small file for each draft with pictures. It is made with the first of them. */
  readonly folder: string
  readonly logger: Logger
}

const Kept = z.array(FileInput)

/** Pictures that were attached and not sent, by chat or by project for a chat that does not exist yet. */
export type DraftPictures = ReturnType<typeof createDraftPictures>

export function createDraftPictures({ folder, logger }: Deps) {
  const turns = new Map<string, Promise<void>>()
  // Keys are ids of ours, whose letters are safe in any file name.
  const fileOf = (key: string) => join(folder, `${key}.json`)

  async function write(key: string, pictures: readonly FileInput[]): Promise<void> {
    if (pictures.length === 0) return rm(fileOf(key), { force: true })
    await mkdir(dirname(fileOf(key)), { recursive: true, mode: 0o700 })
    await writeFileAtomic(fileOf(key), JSON.stringify(pictures))
  }

  /** One after the other, so that the newest choice is what stays. */
  function inTurn(key: string, act: () => Promise<void>): Promise<void> {
    const mine = (turns.get(key) ?? Promise.resolve()).then(act)
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (turns.get(key) === settled) turns.delete(key)
      })
    turns.set(key, settled)
    return mine
  }

  return {
    get: async (key: string): Promise<readonly FileInput[]> => {
      await turns.get(key)
      try {
        return Kept.parse(JSON.parse(await readFile(fileOf(key), 'utf8')))
      } catch (error) {
        const isMissing = isErrno(error, 'ENOENT')
        if (!isMissing) logger.warn('Pictures of a draft could not be read', { key, error })
        return []
      }
    },
    /** None forgets them. */
    set: (key: string, pictures: readonly FileInput[]): Promise<void> =>
      inTurn(key, () => write(key, pictures)),
    /** Deletes the pictures of a sent or discarded draft, in the background. */
    forget: (key: string): void => {
      inTurn(key, () => write(key, [])).catch((error: unknown) =>
        logger.warn('Pictures of a draft stayed', { key, error }),
      )
    },
    /** Resolves when nothing is being written. */
    settled: async (): Promise<void> => {
      await Promise.all(turns.values())
    },
  }
}
