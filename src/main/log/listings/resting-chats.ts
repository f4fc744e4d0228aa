import type { Database } from 'better-sqlite3'
import type { ProjectId, SessionId } from '#shared/ids.ts'

/**
 * Creates the query for chats of a project in which nothing has happened since a moment, in milliseconds. It leaves out
 * archived and pinned chats, the bin, chats that wait for an answer, and chats with a result that the person has not seen.
 */
export function createRestingChats(
  db: Database,
): (projectId: ProjectId, since: number) => readonly SessionId[] {
  // A renamed or unarchived chat has a newer event, though its place in the list is the same.
  const rows = db.prepare<[{ project: string; since: number }], { readonly id: SessionId }>(
    `SELECT id FROM sessions
     WHERE project_id = @project AND kind = 'chat' AND deleted_at IS NULL AND archived = 0 AND pinned = 0
       AND updated_at < @since
       AND (SELECT ts FROM events WHERE session_id = sessions.id ORDER BY seq DESC LIMIT 1) < @since
       AND NOT EXISTS (SELECT 1 FROM interactions WHERE session_id = sessions.id)
       AND NOT EXISTS (SELECT 1 FROM unread_sessions WHERE session_id = sessions.id)`,
  )
  return (project, since) => rows.all({ project, since }).map(({ id }) => id)
}
