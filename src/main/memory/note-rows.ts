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
} from '#shared/session/note.ts'

type NoteRow = {
  readonly session_id: SessionId
  readonly project_id: ProjectId | null
  readonly title: string | null
  readonly record: string
}

type ChangeRow = { readonly seq: number; readonly ts: number; readonly payload: string }

/** What an event says of a note. */
const Change = z.looseObject({ content: z.string().nullable(), by: NoteAuthor })
/** How many versions of a note are told. */
const MOST_VERSIONS = 50
/** Older notes than these are found in their chats. */
const MOST_READ = 5_000

/** Reads the notes of all chats, for somebody who looks for one. Chats in the bin keep theirs to themselves. */
export function createNoteRows(db: Database) {
  const newest = db.prepare<[number], NoteRow>(
    `SELECT n.session_id, n.record, s.project_id, json_extract(s.record, '$.meta.title') AS title
     FROM session_notes AS n JOIN sessions AS s ON s.id = n.session_id
     WHERE s.kind = 'chat' AND s.deleted_at IS NULL
     ORDER BY json_extract(n.record, '$.changedAt') DESC LIMIT ?`,
  )
  const history = db.prepare<[SessionId, string, number], ChangeRow>(
    `SELECT seq, ts, payload FROM events
     WHERE session_id = ? AND kind = 'note.changed' AND payload ->> '$.key' = ? ORDER BY seq DESC LIMIT ?`,
  )
  return {
    /** What one note said, the newest first. Its chat remembers every change of it. */
    history: (sessionId: SessionId, key: string): NoteVersion[] =>
      history.all(sessionId, key, MOST_VERSIONS).map(({ seq, ts, payload }) => {
        const { content, by } = Change.parse(JSON.parse(payload))
        return { seq, content, by, at: ts }
      }),
    /** Those that have every word, the newest first. */
    find: (text: string, { limit, offset }: { limit: number; offset: number }): NoteHits => {
      const words = foldText(text)
        .split(/\s+/)
        .filter((word) => word !== '')
      const all = newest.all(MOST_READ).map(hitOf)
      const found = all.filter(({ note, title }) => {
        const told = foldText([note.key, note.content, title ?? ''].join('\n'))
        return words.every((word) => told.includes(word))
      })
      return { hits: found.slice(offset, offset + limit), total: found.length, all: all.length }
    },
  }
}

export type NoteRows = ReturnType<typeof createNoteRows>

function hitOf({ session_id, project_id, title, record }: NoteRow): NoteHit {
  const note = SessionNote.parse(JSON.parse(record))
  return { sessionId: session_id, projectId: project_id, title, note }
}
