import type { ContentStore } from '../content-store.ts'
import type { Disk, Found } from '../disk.ts'
import type { DiffOf } from '../previews.ts'
import { type Side, sameContent, type Version } from '../version.ts'

type Deps = {
  readonly disk: Pick<Disk, 'look'>
  readonly contents: Pick<ContentStore, 'read'>
  readonly diffOf: DiffOf
}

/** The lines that a change added and removed, with their marks; null where its contents are not kept. */
export type CommandLines = (version: Version) => Promise<readonly string[] | null>

const NOTHING = new Uint8Array()

/**
 * Creates the reading of what a command changed in a file. The log does not hold it, so it is the difference between
 * the copy from before the command and the content after it, on the disk or kept before the next change.
 */
export function createCommandLines({ disk, contents, diffOf }: Deps): CommandLines {
  const bytesOf = async (side: Side, found: Found): Promise<Uint8Array | null> => {
    if (side.is === 'absent') return NOTHING
    if (side.is !== 'file') return null
    if (found.side !== null && sameContent(found.side, side)) return found.bytes
    return await contents.read(side.sha256)
  }
  return async ({ path, before, after }) => {
    if (sameContent(before, after)) return []
    const found = await disk.look(path)
    const [old, fresh] = await Promise.all([bytesOf(before, found), bytesOf(after, found)])
    const diff = old === null || fresh === null ? null : diffOf(path, old, fresh)
    return diff?.hunks.flatMap(({ lines }) => lines) ?? null
  }
}
