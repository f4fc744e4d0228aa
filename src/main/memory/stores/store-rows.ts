import type { Database } from 'better-sqlite3'
import type { ProjectId } from '#shared/ids.ts'
import type { StoreName } from '#shared/memory/store-command.ts'

/** SQL about the names of stores. Their entries are memories like any others. */
export function createStoreRows(db: Database) {
  const list = db.prepare<[ProjectId], { name: StoreName; entries: number }>(
    `SELECT s.name, (SELECT count(*) FROM memory_items AS i WHERE i.scope = 'project' AND i.scope_id = s.project_id
       AND i.removed_at IS NULL AND substr(i.key, 1, length(s.name) + 1) = s.name || '/') AS entries
     FROM memory_stores AS s WHERE s.project_id = ? ORDER BY s.name`,
  )
  const has = db.prepare<[ProjectId, string], { 1: 1 }>(
    'SELECT 1 FROM memory_stores WHERE project_id = ? AND name = ?',
  )
  const add = db.prepare<[ProjectId, string, number]>(
    'INSERT INTO memory_stores (project_id, name, created_at) VALUES (?, ?, ?)',
  )
  const rename = db.prepare<[string, ProjectId, string]>(
    'UPDATE memory_stores SET name = ? WHERE project_id = ? AND name = ?',
  )
  return {
    list: (projectId: ProjectId) => list.all(projectId),
    has: (projectId: ProjectId, name: string): boolean => has.get(projectId, name) !== undefined,
    add: (projectId: ProjectId, name: string, at: number): void => void add.run(projectId, name, at),
    rename: (projectId: ProjectId, name: string, to: string): void => void rename.run(to, projectId, name),
    /** Everything `act` stores, or nothing of it. */
    together: <T>(act: () => T): T => db.transaction(act)(),
  }
}

export type StoreRows = ReturnType<typeof createStoreRows>
