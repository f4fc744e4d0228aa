import type { Database } from 'better-sqlite3'
import type { EventId, MemoryProposalId, ProjectId, SessionId } from '#shared/ids.ts'
import type { MemoryText } from '#shared/memory/memory.ts'
import type { MemoryProposal } from '#shared/memory/proposal.ts'
import { textOf } from '../rows.ts'

type Row = {
  readonly id: MemoryProposalId
  readonly project_id: ProjectId
  readonly session_id: SessionId
  readonly event_id: EventId
  readonly key: string
  readonly content: string
  readonly tags: string
  readonly at: number
  readonly title: string | null
  readonly said: string | null
}

/** A proposal as it is stored. */
export type StoredProposal = Omit<MemoryProposal, 'against'>

export type NewProposal = MemoryText &
  Pick<MemoryProposal, 'id' | 'projectId' | 'sessionId' | 'eventId' | 'at'>

const SAID_CHARS = 200

/** SQL about what was found worth remembering and not answered yet. */
export function createProposalRows(db: Database) {
  const columns = `p.*, (SELECT json_extract(s.record, '$.meta.title') FROM sessions AS s WHERE s.id = p.session_id)
    AS title, (SELECT (SELECT substr(part.value ->> 'text', 1, ${SAID_CHARS})
      FROM json_each(e.payload, '$.message.parts') AS part WHERE part.value ->> 't' = 'text' LIMIT 1)
      FROM events AS e WHERE e.id = p.event_id) AS said`
  const list = db.prepare<[number], Row>(
    `SELECT ${columns} FROM memory_proposals AS p ORDER BY p.at DESC, p.rowid LIMIT ?`,
  )
  const one = db.prepare<[MemoryProposalId], Row>(
    `SELECT ${columns} FROM memory_proposals AS p WHERE p.id = ?`,
  )
  const add = db.prepare<[Record<string, string | number>]>(
    `INSERT INTO memory_proposals (id, project_id, session_id, event_id, key, content, tags, at)
     VALUES (@id, @projectId, @sessionId, @eventId, @key, @content, @tags, @at)`,
  )
  const has = db.prepare<[ProjectId, string], { n: number }>(
    'SELECT count(*) AS n FROM memory_proposals WHERE project_id = ? AND content = ?',
  )
  const drop = db.prepare<[MemoryProposalId]>('DELETE FROM memory_proposals WHERE id = ?')
  const through = db.prepare<[SessionId], { through: EventId }>(
    'SELECT through FROM memory_looks WHERE session_id = ?',
  )
  const looked = db.prepare<[SessionId, EventId, number]>(
    `INSERT INTO memory_looks (session_id, through, at) VALUES (?, ?, ?)
     ON CONFLICT (session_id) DO UPDATE SET through = excluded.through, at = excluded.at`,
  )
  return {
    list: (limit: number): StoredProposal[] => list.all(limit).map(proposalOf),
    one: (id: MemoryProposalId): StoredProposal | null => {
      const row = one.get(id)
      return row === undefined ? null : proposalOf(row)
    },
    /** True when the same words wait to be answered already. */
    has: (projectId: ProjectId, content: string): boolean => (has.get(projectId, content)?.n ?? 0) > 0,
    drop: (id: MemoryProposalId): void => void drop.run(id),
    /** The newest message of a chat that was looked at; null when none was. */
    through: (sessionId: SessionId): EventId | null => through.get(sessionId)?.through ?? null,
    /** Stores the findings together with the scan position. */
    found: db.transaction(
      (sessionId: SessionId, end: EventId, at: number, proposals: readonly NewProposal[]): void => {
        for (const proposal of proposals) add.run({ ...proposal, tags: JSON.stringify(proposal.tags) })
        looked.run(sessionId, end, at)
      },
    ),
  }
}

export type ProposalRows = ReturnType<typeof createProposalRows>

function proposalOf(row: Row): StoredProposal {
  const { id, project_id: projectId, session_id: sessionId, event_id: eventId, title, said, at } = row
  return { id, projectId, sessionId, eventId, title, said, at, ...textOf(row) }
}
