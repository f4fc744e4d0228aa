import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { ChangeDecision } from '#shared/changes/changes.ts'
import type { ChangePlaceId, SessionId } from '#shared/ids.ts'
import type { HunkAnchor } from './anchor.ts'

const Lines = z.array(z.string())
const StoredDecision = z.object({
  decision: z.enum(['accepted', 'rejected']),
  state: z.enum(['standing', 'queued', 'done', 'missed', 'lost']),
  whole: z.enum(['created', 'deleted']).nullable(),
  anchor: z.object({
    old: Lines,
    text: Lines,
    before: Lines,
    after: Lines,
    start: z.number(),
    length: z.number(),
    same: z.number(),
    twins: z.number(),
    nth: z.number(),
  }),
})

/** A decision of the person, with the lines it is about. */
export type Decision = Pick<ChangeDecision, 'id' | 'path' | 'decision' | 'state' | 'at'> & {
  readonly sessionId: SessionId | null
  readonly anchor: HunkAnchor
  /** The effect of the change on the whole file. A rejection of `created` removes the file. */
  readonly whole: 'created' | 'deleted' | null
}

type Row = {
  readonly id: number
  readonly path: string
  readonly decision: string
  readonly state: string
  readonly session_id: string | null
  readonly at: number
  readonly record: string
}

export type DecisionRows = ReturnType<typeof openDecisionRows>

/** Decisions that are kept for each project; the oldest are removed. */
const MOST_KEPT = 10_000

/** Opens the table of decisions about changes. */
export function openDecisionRows(db: Database) {
  const add = db.prepare<[string, string, string, string, string | null, number, string]>(
    'INSERT INTO change_decisions (project_id, path, decision, state, session_id, at, record) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const columns = 'SELECT id, path, decision, state, session_id, at, record FROM change_decisions'
  const all = db.prepare<[string], Row>(`${columns} WHERE project_id = ? ORDER BY id`)
  const ofPath = db.prepare<[string, string], Row>(`${columns} WHERE project_id = ? AND path = ? ORDER BY id`)
  const byIds = db.prepare<[string, string], Row>(
    `${columns} WHERE project_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id`,
  )
  const update = db.prepare<[string, string, number]>(
    'UPDATE change_decisions SET state = ?, record = ? WHERE id = ?',
  )
  const drop = db.prepare<[number]>('DELETE FROM change_decisions WHERE id = ?')
  const queued = db.prepare<[], { project_id: string }>(
    "SELECT DISTINCT project_id FROM change_decisions WHERE state = 'queued'",
  )
  const trim = db.prepare<[string, string]>(
    `DELETE FROM change_decisions WHERE project_id = ? AND id NOT IN
       (SELECT id FROM change_decisions WHERE project_id = ? ORDER BY id DESC LIMIT ${MOST_KEPT})`,
  )
  return {
    add: db.transaction(
      (placeId: ChangePlaceId, decisions: readonly Omit<Decision, 'id'>[]): readonly number[] => {
        const ids = decisions.map((each) =>
          Number(
            add.run(placeId, each.path, each.decision, each.state, each.sessionId, each.at, recordOf(each))
              .lastInsertRowid,
          ),
        )
        trim.run(placeId, placeId)
        return ids
      },
    ),
    all: (placeId: ChangePlaceId): readonly Decision[] => all.all(placeId).map(decisionOf),
    ofPath: (placeId: ChangePlaceId, path: string): readonly Decision[] =>
      ofPath.all(placeId, path).map(decisionOf),
    byIds: (placeId: ChangePlaceId, ids: readonly number[]): readonly Decision[] =>
      byIds.all(placeId, JSON.stringify(ids)).map(decisionOf),
    /** Stores the states and places of decisions, in one step. */
    save: db.transaction((decisions: readonly Decision[]): void => {
      for (const each of decisions) update.run(each.state, recordOf(each), each.id)
    }),
    drop: db.transaction((ids: readonly number[]): void => {
      for (const id of ids) drop.run(id)
    }),
    /** The projects with rejections that wait for the end of a turn. */
    queued: (): readonly ChangePlaceId[] => queued.all().map(({ project_id }) => project_id as ChangePlaceId),
  }
}

const recordOf = ({ anchor, whole }: Pick<Decision, 'anchor' | 'whole'>): string =>
  JSON.stringify({ anchor, whole })

function decisionOf({ id, path, decision, state, session_id, at, record }: Row): Decision {
  const stored = StoredDecision.parse({ decision, state, ...(JSON.parse(record) as object) })
  const anchor: HunkAnchor = stored.anchor
  return { ...stored, anchor, id, path, at, sessionId: session_id as SessionId | null }
}
