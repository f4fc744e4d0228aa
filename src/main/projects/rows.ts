import type { Database } from 'better-sqlite3'

export type ProjectRow = {
  readonly id: string
  readonly path_canonical: string
  readonly name: string
  readonly last_opened_at: number
  readonly created_at: number
}
export type TrustRow = {
  readonly project_id: string
  readonly trusted: number
  readonly digest: string | null
  readonly decided_at: number
}

/** The folders the person registered, and what they said about the code these carry. */
export function createProjectRows(db: Database) {
  const all = db.prepare<[], ProjectRow>('SELECT * FROM projects ORDER BY last_opened_at DESC, id DESC')
  const one = db.prepare<[string], ProjectRow>('SELECT * FROM projects WHERE id = ?')
  const insert = db.prepare<[ProjectRow]>(
    `INSERT INTO projects (id, path_canonical, name, last_opened_at, created_at)
     VALUES (@id, @path_canonical, @name, @last_opened_at, @created_at)`,
  )
  const rename = db.prepare<[string, string]>('UPDATE projects SET name = ? WHERE id = ?')
  const move = db.prepare<[string, string]>('UPDATE projects SET path_canonical = ? WHERE id = ?')
  const opened = db.prepare<[number, string]>('UPDATE projects SET last_opened_at = ? WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM projects WHERE id = ?')
  const removeTrust = db.prepare<[string]>('DELETE FROM trusted_projects WHERE project_id = ?')
  const trust = db.prepare<[string], TrustRow>('SELECT * FROM trusted_projects WHERE project_id = ?')
  const putTrust = db.prepare<[TrustRow]>(
    `INSERT INTO trusted_projects (project_id, trusted, digest, decided_at)
     VALUES (@project_id, @trusted, @digest, @decided_at)
     ON CONFLICT (project_id) DO UPDATE SET trusted = @trusted, digest = @digest, decided_at = @decided_at`,
  )

  return {
    all: () => all.all(),
    one: (id: string) => one.get(id) ?? null,
    insert: (row: ProjectRow) => void insert.run(row),
    rename: (id: string, name: string) => void rename.run(name, id),
    move: (id: string, path: string) => void move.run(path, id),
    opened: (id: string, at: number) => void opened.run(at, id),
    remove: db.transaction((id: string) => {
      removeTrust.run(id)
      remove.run(id)
    }),
    trust: (id: string) => trust.get(id) ?? null,
    putTrust: (row: TrustRow) => void putTrust.run(row),
  }
}
export type ProjectRows = ReturnType<typeof createProjectRows>
