import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import { hasCode } from '../../lib/has-code.ts'
import type { FileStamp } from '../tool.ts'
import type { Located } from './locate-path.ts'
import { explained, stampOf } from './stored-file.ts'

const RENAME_TRIES = 6

/** What a file is to hold; a file yet to be made has no mode. */
type NewContent = { readonly file: Located; readonly bytes: Uint8Array; readonly mode: number | null }

/** Where new bytes are written before they take the place of a file: beside it, under a name nobody else has. */
export function draftBeside(file: string): string {
  return join(dirname(file), `.orrery-${randomBytes(6).toString('hex')}.tmp`)
}

/**
 * Puts new bytes in the place of a file, whole or not at all: they are written to the draft and renamed over it.
 * Folders on the way are made, the mode of a file that was there is kept.
 */
export async function replaceFile(
  { file, bytes, mode }: NewContent,
  draft: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<FileStamp> {
  try {
    if (mode !== null) await access(file.absolute, constants.W_OK)
    await mkdir(dirname(file.absolute), { recursive: true })
    await writeDraft(draft, bytes, mode)
    signal.throwIfAborted()
    await renameOver(draft, file.absolute, clock, signal)
    return stampOf(bytes, (await stat(file.absolute)).mtimeMs)
  } catch (error) {
    await rm(draft, { force: true })
    throw explained(error, file.shown)
  }
}

async function writeDraft(draft: string, bytes: Uint8Array, mode: number | null): Promise<void> {
  const handle = await open(draft, 'wx', 0o666)
  try {
    await handle.writeFile(bytes)
    if (mode !== null) await handle.chmod(mode & 0o7777)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** On Windows a scanner or an editor may hold the file for a moment. */
async function renameOver(draft: string, target: string, clock: Clock, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(draft, target)
    } catch (error) {
      if (attempt === RENAME_TRIES || !hasCode(error, 'EPERM', 'EACCES', 'EBUSY')) throw error
      await clock.after(20 * 2 ** attempt, signal)
    }
  }
}
