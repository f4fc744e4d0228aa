import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { foldText } from '#shared/search/fold-text.ts'
import {
  NoteAuthor,
  type NoteHit,
  type NoteHits,
  type NoteVersion,
  SessionNote,
} from '#shared/session/notes/note.ts'

type NoteRow = {
  readonly session_id: SessionId
  readonly project_id: ProjectId | null
  readonly title: string | null
  readonly record: string
}

type GoneRow = Omit<NoteRow, 'record'> & {
  readonly key: string
  readonly content: string
  readonly by: string
  readonly ts: number
}

type ChangeRow = { readonly seq: number; readonly ts: number; readonly payload: string }

/** Event data about a note. */
const Change = z.looseObject({ content: z.string().nullable(), by: NoteAuthor })
/** Maximum versions returned for a note. */
const MOST_VERSIONS = 50
/** Older notes than these are found in their chats. */
const MOST_READ = 5_000

type Wanted = { readonly limit: number; readonly offset: number; readonly gone?: boolean }

/** Creates the read access to the notes of all chats. Notes of deleted chats are excluded. */
export function createNoteRows(db: Database) {
  const newest = db.prepare<[number], NoteRow>(
    `SELECT n.session_id, n.record, s.project_id, json_extract(s.record, '$.meta.title') AS title
     FROM session_notes AS n JOIN sessions AS s ON s.id = n.session_id
     WHERE s.kind = 'chat' AND s.deleted_at IS NULL
     ORDER BY json_extract(n.record, '$.changedAt') DESC LIMIT ?`,
  )
  const gone = db.prepare<[number], GoneRow>(
    `SELECT * FROM (
       SELECT e.session_id, s.project_id, s.record ->> '$.meta.title' AS title, e.ts,
         e.payload ->> '$.key' AS key, e.payload ->> '$.by' AS by,
         (SELECT w.payload ->> '$.content' FROM events AS w
          WHERE w.session_id = s.id AND w.kind = 'note.changed' AND w.payload ->> '$.key' = e.payload ->> '$.key'
            AND w.payload ->> '$.content' IS NOT NULL ORDER BY w.seq DESC LIMIT 1) AS content, max(e.seq)
       FROM sessions AS s JOIN events AS e ON e.session_id = s.id AND e.kind = 'note.changed'
       WHERE s.kind = 'chat' AND s.deleted_at IS NULL AND e.payload ->> '$.content' IS NULL
         AND NOT EXISTS (SELECT 1 FROM session_notes AS n
           WHERE n.session_id = s.id AND n.key = e.payload ->> '$.key')
       GROUP BY s.id, e.payload ->> '$.key')
     WHERE content IS NOT NULL ORDER BY ts DESC LIMIT ?`,
  )
  const history = db.prepare<[SessionId, string, number], ChangeRow>(
    `SELECT seq, ts, payload FROM events
     WHERE session_id = ? AND kind = 'note.changed' AND payload ->> '$.key' = ? ORDER BY seq DESC LIMIT ?`,
  )
  return {
    /** Returns the versions of a note, newest first, from the log of its chat. */
    history: (sessionId: SessionId, key: string): NoteVersion[] =>
      history.all(sessionId, key, MOST_VERSIONS).map(({ seq, ts, payload }) => {
        const { content, by } = Change.parse(JSON.parse(payload))
        return { seq, content, by, at: ts }
      }),
    /** Those that have every word, the newest first. `gone`: of those that were taken away. */
    find: (text: string, { limit, offset, gone: wantsGone = false }: Wanted): NoteHits => {
      const words = foldText(text)
        .split(/\s+/)
        .filter((word) => word !== '')
      const all = newest.all(MOST_READ).map(hitOf)
      const away = gone.all(MOST_READ).map(goneOf)
      const found = (wantsGone ? away : all).filter(({ note, title }) => {
        const told = foldText([note.key, note.content, title ?? ''].join('\n'))
        return words.every((word) => told.includes(word))
      })
      return {
        hits: found.slice(offset, offset + limit),
        total: found.length,
        all: all.length,
        gone: away.length,
      }
    },
  }
}

export type NoteRows = ReturnType<typeof createNoteRows>

function hitOf({ session_id, project_id, title, record }: NoteRow): NoteHit {
  const note = SessionNote.parse(JSON.parse(record))
  return { sessionId: session_id, projectId: project_id, title, note, gone: false }
}

/** As it was last, and who took it away when. */
function goneOf({ session_id, project_id, title, ts, ...last }: GoneRow): NoteHit {
  const note = SessionNote.parse({ key: last.key, content: last.content, by: last.by, changedAt: ts })
  return { sessionId: session_id, projectId: project_id, title, note, gone: true }
}
