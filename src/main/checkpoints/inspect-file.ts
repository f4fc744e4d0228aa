import { createHash } from 'node:crypto'
import type { FileLook, PreviewDiff } from '#shared/checkpoint/checkpoint.ts'
import type { Found } from './disk.ts'
import type { FileGroup } from './file-group.ts'
import { type DiffOf, planGroup, type Shown } from './previews.ts'
import type { RecordDeps } from './record-change.ts'
import { hashOf, type Side, sameContent, type Version } from './version.ts'
import { withFile } from './with-file.ts'

/**
 * Rebuilds candidates for the content after a change, from the content before and the log. The hash decides.
 */
export type Rebuilt = (version: Version, before: Uint8Array) => readonly Uint8Array[]

type LookDeps = RecordDeps & { readonly diffOf: DiffOf; readonly rebuilt: Rebuilt }

const NOTHING = new Uint8Array()
const UNAVAILABLE: PreviewDiff = { kind: 'none', because: 'unavailable' }

/** Shows what agents made of a file and what others have made of it since. Nothing is changed. */
export function inspectFile(
  deps: LookDeps,
  group: FileGroup,
  shown: Shown,
  signal: AbortSignal,
): Promise<FileLook> {
  return withFile(deps, group, signal, async ({ versions }) => {
    const { plan, found } = await planGroup(deps, { ...group, versions }, 'undo')
    const [first, last] = [versions[0], versions.at(-1)]
    const before = first === undefined ? null : await keptBytes(deps, first.before, found)
    const after = last === undefined ? null : await bytesAfter(deps, last, found)
    const diff = (one: Uint8Array | null, other: Uint8Array | null) =>
      diffBetween(deps.diffOf, shown.path, one, other)
    const isConflict = plan?.outcome === 'conflict' && found.side !== null
    const isSince = isConflict && last !== undefined && !sameContent(found.side, last.after)
    return {
      file: group.file,
      ...shown,
      did: diff(before, after),
      since: isSince ? diff(after, found.bytes ?? NOTHING) : null,
      obstacle: plan?.obstacle ?? null,
    }
  })
}

function diffBetween(
  diffOf: DiffOf,
  path: string,
  before: Uint8Array | null,
  after: Uint8Array | null,
): PreviewDiff {
  if (before === null || after === null) return UNAVAILABLE
  if (Buffer.compare(before, after) === 0) return { kind: 'none', because: 'same' }
  const diff = diffOf(path, before, after)
  return diff === null ? { kind: 'none', because: 'binary' } : { kind: 'diff', diff }
}

/** The bytes of a side, when they are on the disk or among the copies. */
async function keptBytes(
  { contents }: Pick<RecordDeps, 'contents'>,
  side: Side,
  found: Found,
): Promise<Uint8Array | null> {
  if (side.is === 'absent') return NOTHING
  if (side.is !== 'file') return null
  if (found.side !== null && sameContent(found.side, side)) return found.bytes
  return contents.read(side.sha256)
}

/**
 * Returns the content after a change. It is not copied, because it is on disk until the next change; after
 * that the log helps.
 */
async function bytesAfter(deps: LookDeps, version: Version, found: Found): Promise<Uint8Array | null> {
  const kept = await keptBytes(deps, version.after, found)
  if (kept !== null) return kept
  const before = await keptBytes(deps, version.before, found)
  const wanted = hashOf(version.after)
  if (before === null || wanted === null) return null
  return deps.rebuilt(version, before).find((bytes) => sha256Of(bytes) === wanted) ?? null
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
