import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { TeamId } from '#shared/ids.ts'
import type { Card, CardDraft, CardEdge, CardId, CardStatus, CardText } from '#shared/team/card.ts'

type Row = {
  readonly id: number
  readonly subject: string
  readonly description: string
  readonly active_form: string | null
  readonly owner: string | null
  readonly status: CardStatus
  readonly metadata: string
  readonly created_at: number
  readonly started_at: number | null
  readonly completed_at: number | null
  readonly blocked_by: string
  readonly blocks: string
}

/** Status and owner of a card after a move. */
export type CardPlace = Pick<Card, 'status' | 'owner'>

const COLUMNS = `c.*,
  (SELECT json_group_array(b.blocker) FROM team_card_blocks AS b
   WHERE b.team_id = c.team_id AND b.blocked = c.id) AS blocked_by,
  (SELECT json_group_array(b.blocked) FROM team_card_blocks AS b
   WHERE b.team_id = c.team_id AND b.blocker = c.id) AS blocks`

/** SQL condition for a claimable card: no other owner and no open blocker. */
const OPEN_FOR = `c.status = 'pending' AND (c.owner IS NULL OR c.owner = @who) AND NOT EXISTS (
  SELECT 1 FROM team_card_blocks AS b JOIN team_cards AS w ON w.team_id = b.team_id AND w.id = b.blocker
  WHERE b.team_id = c.team_id AND b.blocked = c.id AND w.status != 'completed')`

const BEGIN = "UPDATE team_cards AS c SET status = 'in_progress', owner = @who, started_at = @at"

/** Creates the SQL access to cards. A claim is a single statement, so the first caller wins. */
export function createCardRows(db: Database) {
  type Claiming = { readonly team: TeamId; readonly who: string; readonly at: number }
  const one = db.prepare<[TeamId, CardId], Row>(
    `SELECT ${COLUMNS} FROM team_cards AS c WHERE c.team_id = ? AND c.id = ?`,
  )
  const all = db.prepare<[TeamId], Row>(
    `SELECT ${COLUMNS} FROM team_cards AS c WHERE c.team_id = ? ORDER BY c.id`,
  )
  const edges = db.prepare<[TeamId], CardEdge>(
    'SELECT blocked, blocker FROM team_card_blocks WHERE team_id = ?',
  )
  const claim = db.prepare<[Claiming & { readonly id: CardId }]>(
    `${BEGIN} WHERE c.team_id = @team AND c.id = @id AND ${OPEN_FOR}`,
  )
  // Cards intended for this teammate come before unassigned ones.
  const claimNext = db.prepare<[Claiming & { readonly not: string }], { id: CardId }>(
    `${BEGIN} WHERE c.team_id = @team AND c.id = (
       SELECT c.id FROM team_cards AS c WHERE c.team_id = @team AND ${OPEN_FOR}
         AND c.id NOT IN (SELECT value FROM json_each(@not))
       ORDER BY c.owner IS NULL, c.id LIMIT 1)
     RETURNING id`,
  )
  const complete = db.prepare<[{ team: TeamId; id: CardId; who: string; at: number }]>(
    `UPDATE team_cards SET status = 'completed', completed_at = @at
     WHERE team_id = @team AND id = @id AND status = 'in_progress' AND owner = @who`,
  )
  const place = db.prepare<[CardPlace & { team: TeamId; id: CardId; at: number }]>(
    `UPDATE team_cards SET status = @status, owner = @owner,
       started_at = CASE @status WHEN 'pending' THEN NULL ELSE coalesce(started_at, @at) END,
       completed_at = CASE @status WHEN 'completed' THEN @at END
     WHERE team_id = @team AND id = @id`,
  )
  const write = db.prepare<
    [{ team: TeamId; id: CardId; subject: string; description: string; active: string | null }]
  >(
    `UPDATE team_cards SET subject = @subject, description = @description, active_form = @active
     WHERE team_id = @team AND id = @id`,
  )
  const release = db.prepare<[TeamId, string], { id: CardId }>(
    `UPDATE team_cards SET status = 'pending', owner = NULL, started_at = NULL
     WHERE team_id = ? AND owner = ? AND status != 'completed' RETURNING id`,
  )
  const drop = db.prepare<[TeamId, CardId]>('DELETE FROM team_cards WHERE team_id = ? AND id = ?')
  const count = db.prepare<[TeamId], { cards: number }>(
    'SELECT count(*) AS cards FROM team_cards WHERE team_id = ?',
  )

  return {
    one: (team: TeamId, id: CardId): Card | null => {
      const row = one.get(team, id)
      return row === undefined ? null : cardOf(row)
    },
    all: (team: TeamId): Card[] => all.all(team).map(cardOf),
    count: (team: TeamId): number => count.get(team)?.cards ?? 0,
    edges: (team: TeamId): CardEdge[] => edges.all(team),
    /** True when they have it now. */
    claim: (team: TeamId, id: CardId, who: string, at: number): boolean =>
      claim.run({ team, id, who, at }).changes === 1,
    /** Claims the first card they may begin, passing over some. Null when there is none. */
    claimNext: (claiming: Claiming, not: readonly CardId[]): CardId | null =>
      claimNext.get({ ...claiming, not: JSON.stringify(not) })?.id ?? null,
    /** True when it was theirs and is done now. */
    complete: (team: TeamId, id: CardId, who: string, at: number): boolean =>
      complete.run({ team, id, who, at }).changes === 1,
    place: (team: TeamId, id: CardId, to: CardPlace, at: number): void => {
      place.run({ team, id, ...to, at })
    },
    write: (team: TeamId, id: CardId, { subject, description, activeForm }: CardText): void => {
      write.run({ team, id, subject, description, active: activeForm ?? null })
    },
    /** Releases all unfinished cards of a teammate. */
    release: (team: TeamId, who: string): CardId[] => release.all(team, who).map(({ id }) => id),
    drop: (team: TeamId, id: CardId): void => {
      drop.run(team, id)
    },
    ...adding(db),
  }
}

export type CardRows = ReturnType<typeof createCardRows>

function adding(db: Database) {
  const number = db.prepare<[TeamId], { id: CardId }>(
    'UPDATE teams SET next_card = next_card + 1 WHERE id = ? RETURNING next_card - 1 AS id',
  )
  const insert = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO team_cards (team_id, id, subject, description, active_form, status, metadata, created_at)
     VALUES (@team, @id, @subject, @description, @active, 'pending', @metadata, @at)`,
  )
  const block = db.prepare<[TeamId, CardId, CardId]>(
    'INSERT OR IGNORE INTO team_card_blocks (team_id, blocked, blocker) VALUES (?, ?, ?)',
  )
  const unblock = db.prepare<[TeamId, CardId]>(
    'DELETE FROM team_card_blocks WHERE team_id = ? AND blocked = ?',
  )
  return {
    /** Adds a card under the next number; what it waits for is put beside it. Null when the team is gone. */
    add: (team: TeamId, { subject, description, activeForm, metadata }: CardDraft, at: number) => {
      const id = number.get(team)?.id
      if (id === undefined) return null
      const texts = { subject, description, active: activeForm ?? null }
      insert.run({ team, id, ...texts, metadata: JSON.stringify(metadata ?? {}), at })
      return id
    },
    /** Replaces the blockers of a card. */
    setBlockers: (team: TeamId, blocked: CardId, blockers: readonly CardId[]): void => {
      unblock.run(team, blocked)
      for (const blocker of blockers) block.run(team, blocked, blocker)
    },
    /** Does it all or nothing. */
    together: <T>(act: () => T): T => db.transaction(act)(),
  }
}

const Numbers = z.array(z.number())
const Metadata = z.record(z.string(), z.string())

function cardOf(row: Row): Card {
  return {
    id: row.id,
    subject: row.subject,
    description: row.description,
    ...(row.active_form === null ? {} : { activeForm: row.active_form }),
    owner: row.owner,
    status: row.status,
    blockedBy: numbersOf(row.blocked_by),
    blocks: numbersOf(row.blocks),
    metadata: Metadata.parse(JSON.parse(row.metadata)),
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
  }
}

function numbersOf(json: string): number[] {
  return Numbers.parse(JSON.parse(json)).sort((left, right) => left - right)
}
