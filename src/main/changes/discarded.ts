import type { Database } from 'better-sqlite3'
import type { DiscardedChange } from '#shared/changes/changes.ts'
import type { ChangePlaceId } from '#shared/ids.ts'

/** The copies of discarded changes. */
export type Discarded = {
  readonly list: (placeId: ChangePlaceId) => readonly DiscardedChange[]
  /** Stores the patch that puts the change back. */
  readonly keep: (placeId: ChangePlaceId, change: DiscardedChange, patch: Buffer) => void
  readonly patch: (
    placeId: ChangePlaceId,
    id: string,
  ) => { readonly path: string; readonly patch: Buffer } | null
  readonly forget: (id: string) => void
}

/** Copies that are kept for each project; older ones are removed. */
const MOST_KEPT = 200

/** Opens the table of discarded changes. */
export function openDiscarded(db: Database): Discarded {
  const add = db.prepare(
    'INSERT INTO discarded_changes (id, project_id, path, at, added, removed, patch) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const list = db.prepare<[string], DiscardedChange>(
    'SELECT id, path, at, added, removed FROM discarded_changes WHERE project_id = ? ORDER BY at DESC, rowid DESC LIMIT 50',
  )
  const one = db.prepare<[string, string], { path: string; patch: Buffer }>(
    'SELECT path, patch FROM discarded_changes WHERE project_id = ? AND id = ?',
  )
  const drop = db.prepare<[string]>('DELETE FROM discarded_changes WHERE id = ?')
  const trim = db.prepare<[string, string]>(
    `DELETE FROM discarded_changes WHERE project_id = ? AND rowid NOT IN
       (SELECT rowid FROM discarded_changes WHERE project_id = ? ORDER BY at DESC, rowid DESC LIMIT ${MOST_KEPT})`,
  )
  return {
    list: (placeId) => list.all(placeId),
    keep: (placeId, { id, path, at, added, removed }, patch) => {
      add.run(id, placeId, path, at, added, removed, patch)
      trim.run(placeId, placeId)
    },
    patch: (placeId, id) => one.get(placeId, id) ?? null,
    forget: (id) => {
      drop.run(id)
    },
  }
}
