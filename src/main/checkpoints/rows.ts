import type { Database } from 'better-sqlite3'
import type { FileVersionId } from '#shared/checkpoint/checkpoint.ts'
import type { CallId, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import { hashOf, RestoreRecord, type Version, VersionRecord } from './version.ts'
import { type VersionRow, versionSql } from './version-sql.ts'

/** A stored content and its form on disk. */
export type ContentRow = {
  readonly sha256: string
  readonly size: number
  readonly stored: number
  readonly packed: number
  readonly kept_at: number
}

/** A session from which a change can be reached, and where it stood when the change was made. */
export type Reach = {
  readonly sessionId: SessionId
  readonly runId: RunId | null
  readonly callId: CallId | null
  readonly seq: number
}

export type NewVersion = Omit<
  Version,
  'id' | 'state' | 'replaced' | 'beforeKept' | 'replacedKept' | 'undoneBy'
> & {
  readonly pathKey: string
  readonly reach: readonly Reach[]
  /** The content of the file, if stored. */
  readonly content: ContentRow | null
}

export type Restore = RestoreRecord & { readonly id: number; readonly path: string }

/** SQL about contents. */
export function createContentRows(db: Database) {
  const one = db.prepare<[string], ContentRow>('SELECT * FROM file_contents WHERE sha256 = ?')
  const put = db.prepare<[ContentRow]>(
    `INSERT INTO file_contents (sha256, size, stored, packed, kept_at)
     VALUES (@sha256, @size, @stored, @packed, @kept_at)
     ON CONFLICT (sha256) DO UPDATE SET stored = @stored, packed = @packed`,
  )
  const drop = db.prepare<[{ hash: string }]>(
    `DELETE FROM file_contents WHERE sha256 = @hash
       AND NOT EXISTS (SELECT 1 FROM file_versions WHERE before_hash = @hash)
       AND NOT EXISTS (SELECT 1 FROM file_versions WHERE replaced_hash = @hash)
       AND NOT EXISTS (SELECT 1 FROM file_restores WHERE from_hash = @hash)
       AND NOT EXISTS (SELECT 1 FROM file_restores WHERE to_hash = @hash)`,
  )
  const unnamed = db.prepare<[], { sha256: string }>(
    `SELECT sha256 FROM file_contents AS c
     WHERE NOT EXISTS (SELECT 1 FROM file_versions WHERE before_hash = c.sha256)
       AND NOT EXISTS (SELECT 1 FROM file_versions WHERE replaced_hash = c.sha256)
       AND NOT EXISTS (SELECT 1 FROM file_restores WHERE from_hash = c.sha256 OR to_hash = c.sha256)`,
  )
  return {
    /** Contents that a crash kept from being dropped. */
    unnamed: (): string[] => unnamed.all().map(({ sha256 }) => sha256),
    content: (sha256: string): ContentRow | null => one.get(sha256) ?? null,
    putContent: (content: ContentRow | null): void => void (content !== null && put.run(content)),
    /** Forgets a content unless a row names it, and says whether it did. */
    dropContent: (hash: string): boolean => drop.run({ hash }).changes > 0,
  }
}
export type ContentRows = ReturnType<typeof createContentRows>

/** SQL about versions of files. Each function is one transaction. */
export function createVersionRows(db: Database, contents: Pick<ContentRows, 'putContent'>) {
  const sql = versionSql(db)
  const write = writersOf(sql)
  const versions = (found: readonly VersionRow[]) => found.map(versionOf)

  const insert = db.transaction((version: NewVersion, state: Version['state']): FileVersionId => {
    contents.putContent(version.content)
    const id = write.insert(version, state)
    for (const { sessionId, runId, callId, seq } of version.reach)
      sql.reach.run(sessionId, id, runId, callId, seq)
    return id
  })

  return {
    begin: (version: NewVersion): FileVersionId => insert(version, 'begun'),
    /** A change that has happened already, as a command's have when they are found. */
    found: (version: NewVersion): FileVersionId => insert(version, 'done'),
    /** Returns the id of the newest change by any author; 0 for none. */
    newest: (): number => sql.newest.get()?.id ?? 0,
    /** The change has happened. */
    settle: (version: Version): void => {
      sql.settle.run(recordOf(version), version.id)
    },
    /** The change has not happened. */
    discard: (id: FileVersionId): void => void sql.remove.run(id),
    /** Those of the versions that are still there, oldest first. */
    byIds: (ids: readonly number[]): Version[] => versions(sql.byIds.all(JSON.stringify(ids))),
    inSession: (sessionId: SessionId): Version[] => versions(sql.inSession.all(sessionId)),
    /** The run of a session that each change it reaches belongs to. */
    runsIn: (sessionId: SessionId): Map<FileVersionId, RunId | null> =>
      new Map(sql.runsIn.all(sessionId).map(({ id, run_id }) => [id, run_id])),
    ofRun: (sessionId: SessionId, runId: RunId): Version[] => versions(sql.ofRun.all(sessionId, runId)),
    ofCalls: (sessionId: SessionId, runId: RunId, calls: readonly CallId[]): Version[] =>
      versions(sql.ofCalls.all(sessionId, runId, JSON.stringify(calls))),
    after: (sessionId: SessionId, seq: number): Version[] => versions(sql.after.all(sessionId, seq)),
    /** Returns the newest change to a file that is not undone, by any author. */
    newestStanding: (pathKey: string): Version | null => versions(sql.newestStanding.all(pathKey))[0] ?? null,
    /** The changes to a file that are not undone, by any author, the newest first. */
    changesTo: (pathKey: string, limit: number): Version[] => versions(sql.changesTo.all(pathKey, limit)),
    begun: (): Version[] => versions(sql.begun.all()),
    /** The oldest changes of a project that keep a content. */
    oldestKept: (projectId: ProjectId | null, limit: number): Version[] =>
      versions(sql.oldestKept.all(projectId, limit)),
    /** Lets go of the contents of a change; what is known about it stays. */
    release: (id: FileVersionId): void => void sql.release.run(id),
    isNamedInProject: (projectId: ProjectId | null, hash: string): boolean =>
      sql.namedInProject.get({ project: projectId, hash }) !== undefined,
    usage: (projectId: ProjectId | null): { bytes: number; contents: number; oldest: number | null } =>
      sql.usage.get({ project: projectId }) ?? { bytes: 0, contents: 0, oldest: null },
    /** Returns the number of changes of a project whose copy was evicted. */
    released: (projectId: ProjectId | null): number => sql.released.get(projectId)?.count ?? 0,
    /** Sessions with versions of which the log knows nothing any more. */
    goneSessions: (): SessionId[] => sql.goneSessions.all().map(({ id }) => id as SessionId),
    /** Forgets what only this session can reach, and names the contents that may be free now. */
    forget: db.transaction((sessionId: SessionId): string[] => {
      const reached = versions(sql.inSession.all(sessionId))
      sql.unreach.run(sessionId)
      const gone = reached.filter(({ id }) => sql.isReached.get(id) === undefined)
      for (const { id } of gone) sql.remove.run(id)
      return gone.flatMap(keptHashes)
    }),
    ...restoreRows(db, contents, sql, write),
  }
}
export type VersionRows = ReturnType<typeof createVersionRows>

/** The contents a version keeps. */
export function keptHashes(version: Version): string[] {
  const before = version.beforeKept ? hashOf(version.before) : null
  const replaced = version.replacedKept ? hashOf(version.replaced) : null
  return [before, replaced].filter((hash) => hash !== null)
}

function restoreRows(
  db: Database,
  contents: Pick<ContentRows, 'putContent'>,
  sql: ReturnType<typeof versionSql>,
  write: ReturnType<typeof writersOf>,
) {
  const keepOverwritten = (found: readonly Version[], restore: Restore, at: number, pathKey: string) => {
    const newest = found.at(-1)
    if (newest === undefined || !restore.forced || restore.direction !== 'redo') return
    const id = write.insert(overwritten(newest, restore, at, pathKey), 'done')
    sql.copyReach.run(id, newest.id)
  }
  return {
    beginRestore: db.transaction(
      (path: string, record: RestoreRecord, content: ContentRow | null): Restore => {
        contents.putContent(content)
        const { from, to } = record
        const { lastInsertRowid } = sql.beginRestore.run(
          path,
          hashOf(from),
          hashOf(to),
          JSON.stringify(record),
        )
        return { ...record, id: Number(lastInsertRowid), path }
      },
    ),
    /** Takes the changes as undone or made again, in one step with the end of the restore. */
    finishRestore: db.transaction((restore: Restore, at: number, pathKey: string): void => {
      const found = versionsIn(sql, restore)
      const newest = found.at(-1)
      for (const version of found) {
        const isUndo = restore.direction === 'undo'
        const replaced = isUndo && version === newest ? restore.from : null
        sql.mark.run({
          id: version.id,
          undone: isUndo ? restore.id : null,
          replaced: hashOf(replaced),
          record: recordOf({ ...version, replaced }),
        })
      }
      keepOverwritten(found, restore, at, pathKey)
      sql.dropRestore.run(restore.id)
    }),
    /** The changes stay undone, though redo may have got as far as the file: what it overwrote is kept as well. */
    leaveUndone: db.transaction((restore: Restore, at: number, pathKey: string): void => {
      keepOverwritten(versionsIn(sql, restore), restore, at, pathKey)
      sql.dropRestore.run(restore.id)
    }),
    dropRestore: (id: number): void => void sql.dropRestore.run(id),
    restores: (): Restore[] =>
      sql.restores
        .all()
        .map(({ id, path, record }) => ({ ...RestoreRecord.parse(JSON.parse(record)), id, path })),
  }
}

const versionsIn = (sql: ReturnType<typeof versionSql>, { versions }: Restore): Version[] =>
  sql.byIds.all(JSON.stringify(versions)).map(versionOf)

/** Returns a version for content the person overwrote, because nothing else leads back to it. */
function overwritten(newest: Version, restore: Restore, at: number, pathKey: string): NewVersion {
  const { lines: _counted, byCommand: _found, interrupted: _cut, ...rest } = newest
  return {
    ...rest,
    kind: 'kept',
    at,
    pathKey,
    before: restore.from,
    after: restore.to,
    madeFolders: [],
    reach: [],
    content: null,
  }
}

function writersOf(sql: ReturnType<typeof versionSql>) {
  return {
    insert: (version: NewVersion, state: Version['state']): FileVersionId => {
      const { lastInsertRowid } = sql.insert.run({
        kind: version.kind,
        state,
        project_id: version.projectId,
        session_id: version.sessionId,
        run_id: version.runId,
        call_id: version.callId,
        path: version.path,
        path_key: version.pathKey,
        before_hash: hashOf(version.before),
        at: version.at,
        record: recordOf({ ...version, replaced: null }, state === 'begun' ? version.draft : undefined),
      })
      return Number(lastInsertRowid) as FileVersionId
    },
  }
}

function recordOf(record: VersionRecord, draft?: string): string {
  const { before, after, replaced, madeFolders, lines, byCommand, interrupted } = record
  return JSON.stringify({ before, after, replaced, madeFolders, lines, byCommand, interrupted, draft })
}

function versionOf(row: VersionRow): Version {
  return {
    ...VersionRecord.parse(JSON.parse(row.record)),
    id: row.id as FileVersionId,
    kind: row.kind === 'kept' ? 'kept' : 'change',
    state: row.state === 'begun' ? 'begun' : 'done',
    projectId: row.project_id as ProjectId | null,
    sessionId: row.session_id as SessionId,
    runId: row.run_id as RunId | null,
    callId: row.call_id as CallId | null,
    path: row.path,
    beforeKept: row.before_hash !== null,
    replacedKept: row.replaced_hash !== null,
    undoneBy: row.undone_by,
    at: row.at,
  }
}
