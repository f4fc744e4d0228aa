import type { Database } from 'better-sqlite3'
import { PullWatch } from '#shared/changes/pull-watch.ts'
import type { PullWatchId } from '#shared/ids.ts'

type Row = { readonly id: string; readonly project_id: string; readonly record: string }

export type WatchRows = ReturnType<typeof openWatchRows>

/** Opens the table of followed pull requests. A row that cannot be read is left out. */
export function openWatchRows(db: Database) {
  const put = db.prepare<[Row]>(
    `INSERT INTO pull_watches (id, project_id, record) VALUES (@id, @project_id, @record)
     ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
  )
  const all = db.prepare<[], Row>('SELECT * FROM pull_watches ORDER BY id')
  const one = db.prepare<[string], Row>('SELECT * FROM pull_watches WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM pull_watches WHERE id = ?')
  return {
    put: (watch: PullWatch): void =>
      void put.run({ id: watch.id, project_id: watch.projectId, record: JSON.stringify(watch) }),
    all: (): PullWatch[] => all.all().flatMap(watchOf),
    one: (id: PullWatchId): PullWatch | null => {
      const row = one.get(id)
      return row === undefined ? null : (watchOf(row)[0] ?? null)
    },
    remove: (id: PullWatchId): void => void remove.run(id),
  }
}

function watchOf({ record }: Row): PullWatch[] {
  const read = PullWatch.safeParse(JSON.parse(record))
  return read.success ? [read.data] : []
}
