import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { type ChatFolders, ExtraFolders } from '#shared/session/extra-folders.ts'

type Row = {
  readonly id: string
  readonly project_id: string | null
  readonly title: string
  readonly folders: string
}

const MOST_CHATS = 200
const Stored = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(ExtraFolders)

/** Creates the query for chats with extra folders, newest first. */
export function createChatsWithFolders(db: Database): () => readonly ChatFolders[] {
  const rows = db.prepare<[number], Row>(
    `SELECT id, project_id, record ->> '$.meta.title' AS title, record -> '$.meta.folders' AS folders
     FROM sessions
     WHERE kind = 'chat' AND json_valid(record) AND json_array_length(record, '$.meta.folders') > 0
     ORDER BY updated_at DESC LIMIT ?`,
  )
  return () =>
    rows.all(MOST_CHATS).map(({ id, project_id, title, folders }) => ({
      sessionId: id as SessionId,
      projectId: project_id as ProjectId | null,
      title,
      folders: Stored.parse(folders),
    }))
}
