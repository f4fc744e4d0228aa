import type { RunId, SessionId } from '#shared/ids.ts'
import type { ContentStore } from '../content-store.ts'
import type { Disk } from '../disk.ts'
import { groupByFile } from '../file-group.ts'
import type { VersionRows } from '../rows.ts'
import { type Side, sameContent, type Version } from '../version.ts'

type Deps = {
  readonly rows: Pick<VersionRows, 'inSession' | 'runsIn' | 'ofRun'>
  readonly contents: Pick<ContentStore, 'read'>
  readonly disk: Pick<Disk, 'isSame' | 'look'>
  readonly keyOf: (path: string) => string
}

/** A file and what it held before agents changed it; null where that is not stored. */
export type FirstContent = { readonly path: string; readonly before: Buffer | 'absent' | null }

/** Returns the files of the newest turn of a chat that changed files, or of the whole chat. Undone changes do not count. */
export async function firstContents(
  deps: Deps,
  sessionId: SessionId,
  of: 'turn' | 'chat',
  signal: AbortSignal,
): Promise<readonly FirstContent[]> {
  const versions = versionsOf(deps, sessionId, of).filter(
    ({ kind, undoneBy }) => kind === 'change' && undoneBy === null,
  )
  const groups = await groupByFile(versions, { keyOf: deps.keyOf, isSame: deps.disk.isSame })
  const found: FirstContent[] = []
  for (const { path, versions: changes } of groups) {
    signal.throwIfAborted()
    const [first] = changes
    if (first !== undefined) found.push({ path, before: await contentOf(deps, path, first.before) })
  }
  return found
}

function versionsOf({ rows }: Deps, sessionId: SessionId, of: 'turn' | 'chat'): readonly Version[] {
  const all = rows.inSession(sessionId)
  if (of === 'chat') return all
  const runs = rows.runsIn(sessionId)
  const newest = all.findLast(({ kind, undoneBy }) => kind === 'change' && undoneBy === null)
  const runId: RunId | null = newest === undefined ? null : (runs.get(newest.id) ?? null)
  return runId === null ? [] : rows.ofRun(sessionId, runId)
}

async function contentOf(
  { contents, disk }: Deps,
  path: string,
  side: Side,
): Promise<FirstContent['before']> {
  if (side.is === 'absent') return 'absent'
  if (side.is !== 'file') return null
  const found = await disk.look(path)
  const bytes =
    found.side !== null && sameContent(found.side, side) ? found.bytes : await contents.read(side.sha256)
  return bytes === null ? null : Buffer.from(bytes)
}
