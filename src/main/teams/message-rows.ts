import type { Database } from 'better-sqlite3'
import type { TeamId } from '#shared/ids.ts'
import { MessageBody, type TeamMessage } from '#shared/team/message.ts'

type Row = {
  readonly id: number
  readonly sent: number
  readonly sender: string
  readonly recipient: string
  readonly to_all: 0 | 1
  readonly body: string
  readonly at: number
  readonly read_at: number | null
}

/** The contents of one mailbox, as counts and bytes. */
export type MailboxSize = { readonly texts: number; readonly signals: number; readonly bytes: number }

/** One message to some in a team. `bytes` is how much the body weighs. */
export type Posting = {
  readonly from: string
  readonly to: readonly string[]
  readonly toAll: boolean
  readonly body: MessageBody
  readonly at: number
}

/** Limits for read messages that stay in a mailbox. */
export type Keeping = { readonly messages: number; readonly bytes: number }

/** SQL about what teammates say to each other. */
export function createMessageRows(db: Database) {
  const next = db.prepare<[], { sent: number }>('SELECT coalesce(max(id), 0) + 1 AS sent FROM team_messages')
  const insert = db.prepare<[Record<string, string | number>]>(
    `INSERT INTO team_messages (team_id, sent, sender, recipient, to_all, type, body, bytes, at)
     VALUES (@team, @sent, @from, @to, @toAll, @type, @body, @bytes, @at)`,
  )
  const unread = db.prepare<[TeamId, string], Row>(
    'SELECT * FROM team_messages WHERE team_id = ? AND recipient = ? AND read_at IS NULL ORDER BY id',
  )
  const newest = db.prepare<[TeamId, number], Row>(
    'SELECT * FROM team_messages WHERE team_id = ? GROUP BY sent ORDER BY sent DESC LIMIT ?',
  )
  const read = db.prepare<[number, string]>(
    'UPDATE team_messages SET read_at = ? WHERE read_at IS NULL AND id IN (SELECT value FROM json_each(?))',
  )
  const size = db.prepare<[TeamId, string], { texts: number; signals: number; bytes: number }>(
    `SELECT count(*) FILTER (WHERE type = 'text') AS texts,
       count(*) FILTER (WHERE type != 'text' AND read_at IS NULL) AS signals, coalesce(sum(bytes), 0) AS bytes
     FROM team_messages WHERE team_id = ? AND recipient = ?`,
  )
  // Running sums from the newest back: what lies beyond either limit goes.
  const trim = db.prepare<[Keeping & { team: TeamId; to: string }]>(
    `DELETE FROM team_messages WHERE id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER newest_first AS place, sum(bytes) OVER newest_first AS weight
         FROM team_messages WHERE team_id = @team AND recipient = @to AND read_at IS NOT NULL
         WINDOW newest_first AS (ORDER BY id DESC))
       WHERE place > @messages OR weight > @bytes)`,
  )
  const trimSignals = db.prepare<[{ team: TeamId; to: string; most: number }]>(
    `DELETE FROM team_messages WHERE id IN (
       SELECT id FROM team_messages WHERE team_id = @team AND recipient = @to AND type != 'text' AND read_at IS NULL
       ORDER BY id DESC LIMIT -1 OFFSET @most)`,
  )

  return {
    /** Puts a copy into every mailbox, or into none. Answers with the number all copies share. */
    post: db.transaction(
      (team: TeamId, { from, to, toAll, body, at }: Posting, check: () => void): number => {
        const sent = next.get()?.sent ?? 1
        const text = JSON.stringify(body)
        const common = { team, sent, from, toAll: toAll ? 1 : 0, type: body.type, body: text, at }
        for (const each of to)
          insert.run({ ...common, to: each, bytes: new TextEncoder().encode(text).length })
        check()
        return sent
      },
    ),
    /** The oldest first. */
    unread: (team: TeamId, to: string): TeamMessage[] => unread.all(team, to).map(messageOf),
    /** The newest first; what was said to everybody once. */
    newest: (team: TeamId, limit: number): TeamMessage[] => newest.all(team, limit).map(messageOf),
    read: (ids: readonly number[], at: number): void => {
      read.run(at, JSON.stringify(ids))
    },
    size: (team: TeamId, to: string): MailboxSize => size.get(team, to) ?? { texts: 0, signals: 0, bytes: 0 },
    /** Deletes messages read long ago and undelivered signals beyond the limit. */
    trim: (team: TeamId, to: string, keep: Keeping, signals: number): void => {
      trim.run({ team, to, ...keep })
      trimSignals.run({ team, to, most: signals })
    },
  }
}

export type MessageRows = ReturnType<typeof createMessageRows>

function messageOf(row: Row): TeamMessage {
  return {
    id: row.id,
    sent: row.sent,
    from: row.sender,
    to: row.recipient,
    toAll: row.to_all === 1,
    body: MessageBody.parse(JSON.parse(row.body)),
    at: row.at,
    readAt: row.read_at,
  }
}
