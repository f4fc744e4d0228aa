import { createHash } from 'node:crypto'
import type { LineCount } from '#shared/checkpoint/checkpoint.ts'
import type { HeldContent } from '../content-store.ts'
import type { DiffOf } from '../previews.ts'
import type { Changing, RecordDeps } from '../record-change.ts'
import { type Side, sameContent, sameSide } from '../version.ts'
import { obstacleOf } from '../words.ts'

/** A file that is another after a command, and what is known of how it was. */
export type FoundChange = {
  readonly path: string
  /** Null for a missing file; `unseen` for a file without a stored copy. */
  readonly before: { readonly bytes: Buffer; readonly mode: number } | 'unseen' | null
  /** Folders the command made for it, innermost first. */
  readonly madeFolders: readonly string[]
}

/** When it was found: the newest change from before the command, and whether the app ended in between. */
export type FoundWhen = { readonly since: number; readonly interrupted: boolean }

export type FoundDeps = RecordDeps & { readonly diffOf: DiffOf }

/** More than this is no text whose lines anybody counts. */
const MOST_COUNTED = 256 * 1024

/**
 * Lists a change that was found after it had happened. Null when there is none after all, or when it is listed
 * already.
 */
export async function recordFound(
  deps: FoundDeps,
  who: Changing,
  { path, before, madeFolders }: FoundChange,
  { since, interrupted }: FoundWhen,
  signal: AbortSignal,
): Promise<'added' | 'changed' | 'removed' | null> {
  const pathKey = deps.keyOf(path)
  const unlock = await deps.lock(pathKey, signal)
  try {
    const found = await deps.disk.look(path)
    const after: Side = found.side ?? { is: 'absent' }
    const newest = deps.rows.newestStanding(pathKey)
    const isOthers = newest !== null && newest.id > since
    if (isOthers && sameContent(newest.after, after)) return null
    const known = isOthers ? 'unseen' : before
    const held = known === null || known === 'unseen' ? null : await holdIfRoom(deps, known.bytes)
    try {
      const was = sideOf(known, held)
      if (sameSide(was, after)) return null
      const lines = linesBetween(
        deps.diffOf,
        path,
        known,
        found.bytes ?? (after.is === 'absent' ? NOTHING : null),
      )
      const isFirst = held !== null && !deps.rows.isNamedInProject(who.projectId, held.content.sha256)
      deps.rows.found({
        ...who,
        kind: 'change',
        path,
        pathKey,
        at: deps.now(),
        before: was,
        after,
        byCommand: true,
        madeFolders: [...madeFolders],
        content: held?.content ?? null,
        ...(lines === null ? {} : { lines }),
        ...(interrupted ? { interrupted } : {}),
      })
      if (isFirst) deps.limit.grown(who.projectId, held.content.stored)
      if (was.is === 'absent') return 'added'
      return after.is === 'absent' ? 'removed' : 'changed'
    } finally {
      held?.release()
    }
  } finally {
    unlock()
  }
}

const NOTHING = Buffer.alloc(0)

/** The command has run: what cannot be kept is listed all the same, as what cannot be put back. */
async function holdIfRoom(
  { contents, logger }: Pick<RecordDeps, 'contents' | 'logger'>,
  bytes: Buffer,
): Promise<(HeldContent & { readonly sha256: string }) | null> {
  try {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { ...(await contents.hold(sha256, bytes)), sha256 }
  } catch (error) {
    if (obstacleOf(error) === null) throw error
    logger.warn('What a command replaced could not be kept', { reason: String(error) })
    return null
  }
}

function sideOf(known: FoundChange['before'], held: { readonly sha256: string } | null): Side {
  if (known === null) return { is: 'absent' }
  if (known === 'unseen' || held === null) return { is: 'unseen' }
  return { is: 'file', sha256: held.sha256, size: known.bytes.length, mode: known.mode }
}

function linesBetween(
  diffOf: DiffOf,
  path: string,
  known: FoundChange['before'],
  after: Buffer | null,
): LineCount | null {
  const before = known === null ? NOTHING : known === 'unseen' ? null : known.bytes
  if (before === null || after === null || before.length + after.length > MOST_COUNTED) return null
  const diff = diffOf(path, before, after)
  return diff === null ? null : { added: diff.added, removed: diff.removed }
}
