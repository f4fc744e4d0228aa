import { randomBytes } from 'node:crypto'
import { access, constants, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { withHeldFolder } from '../../lib/files/held-folder.ts'
import { replaceInFolder, type SeenFile } from '../../lib/files/replace-file.ts'
import type { FileStamp } from '../tool.ts'
import type { Located } from './locate-path.ts'
import { explained, stampOf } from './stored-file.ts'

/** New content of a file. A new file has no mode and was not seen. */
type NewContent = {
  readonly file: Located
  readonly bytes: Uint8Array
  readonly mode: number | null
  readonly seen: SeenFile
}

/** Returns the temporary path for new content: in the same folder, with a unique name. */
export function draftBeside(file: string): string {
  return join(dirname(file), `.orrery-${randomBytes(6).toString('hex')}.tmp`)
}

/**
 * Replaces a file atomically. Creates missing folders and keeps the mode of an existing file. Fails when the
 * path or the file has changed since the plan.
 */
export async function replaceFile(
  { file, bytes, mode, seen }: NewContent,
  draft: string,
  signal: AbortSignal,
): Promise<FileStamp> {
  const name = basename(file.absolute)
  try {
    return await withHeldFolder(
      dirname(file.absolute),
      async (held) => {
        if (mode !== null) await access(held.at(name), constants.W_OK)
        const next = { name, draft: basename(draft), bytes, mode, seen }
        await replaceInFolder(held, next, () => signal.throwIfAborted())
        return stampOf(bytes, (await stat(held.at(name))).mtimeMs)
      },
      { make: true },
    )
  } catch (error) {
    throw explained(error, file.shown)
  }
}
