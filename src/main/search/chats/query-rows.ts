import type { Database, Statement } from 'better-sqlite3'
import type { SessionId } from '#shared/ids.ts'
import type { HitKind, SessionsQuery } from '#shared/search/search.ts'
import type { Asked } from './match-text.ts'

/** A candidate, newest first. `literal`: found by groups of characters, so the text itself must be asked as well. */
export type Found = {
  readonly id: number
  readonly session_id: string
  readonly seq: number
  /** Index of the chunk in a long output; 0 for all else. */
  readonly piece: number
  readonly kind: HitKind
  readonly score: number
  readonly literal?: boolean
}

/** The position of a text in its chat. */
export type Place = Pick<Found, 'seq' | 'piece' | 'kind'>
type Filters = Pick<SessionsQuery, 'projectId' | 'agentId' | 'from' | 'to' | 'kinds'>

/** Newest candidates that are ranked. Ranking all matches of a frequent word would take too long. */
const CANDIDATES = 5_000
const IDS_PER_MS = 2_048

/** Creates the queries on the chat tables. One statement per set of filters, prepared on first use. */
export function createQueryRows(index: Database) {
  const statements = new Map<string, Statement<[Record<string, unknown>], Found>>()
  const inOne = index.prepare<[string], Place>(
    `SELECT docs.seq, docs.piece, docs.kind FROM chats_sessions AS chat JOIN chats_docs AS docs ON docs.session = chat.n
     WHERE chat.id = ? AND docs.seq > 0 ORDER BY docs.seq, docs.piece`,
  )
  const matching = (table: string) =>
    index.prepare<[{ match: string; id: string }], Place>(
      `SELECT docs.seq, docs.piece, docs.kind FROM ${table} AS found
       CROSS JOIN chats_docs AS docs ON docs.id = found.rowid
       WHERE ${table} MATCH @match AND docs.seq > 0
         AND docs.session = (SELECT n FROM chats_sessions WHERE id = @id)
         AND found.rowid BETWEEN
           (SELECT min(id) FROM chats_docs WHERE session = (SELECT n FROM chats_sessions WHERE id = @id))
           AND (SELECT max(id) FROM chats_docs WHERE session = (SELECT n FROM chats_sessions WHERE id = @id))
       ORDER BY docs.seq, docs.piece`,
    )
  const gramsInOne = matching('chats_grams')
  const wordsInOne = matching('chats_words')

  const find = (table: string, score: string, match: string, filters: Filters): Found[] => {
    const where = conditions(filters)
    const sql = `SELECT found.rowid AS id, chat.id AS session_id, docs.seq, docs.piece, docs.kind, ${score} AS score
      FROM ${table} AS found
      CROSS JOIN chats_docs AS docs ON docs.id = found.rowid
      CROSS JOIN chats_sessions AS chat ON chat.n = docs.session
      WHERE ${table} MATCH @match AND chat.hidden = 0${where}
      ORDER BY found.rowid DESC LIMIT ${CANDIDATES}`
    const statement = statements.get(sql) ?? index.prepare<[Record<string, unknown>], Found>(sql)
    statements.set(sql, statement)
    return statement.all({ match, ...valuesOf(filters) })
  }

  return {
    byWords: (match: string, filters: Filters) => find('chats_words', 'bm25(chats_words)', match, filters),
    byGrams: (match: string, filters: Filters) => find('chats_grams', '0', match, filters),
    /**
     * Returns candidates for an exact match, oldest first. Returns the whole chat when the query is too short
     * for the index.
     */
    inChat: ({ grams, words, literal }: Asked, sessionId: SessionId) => {
      if (grams !== null) return gramsInOne.all({ match: grams, id: sessionId })
      // A pair of Chinese characters is a term of its own; two Latin letters may stand inside any word.
      const isPair = words !== null && [...literal].length === 2 && !/[\p{Script=Latin}\p{N}]/u.test(literal)
      return isPair ? wordsInOne.all({ match: words, id: sessionId }) : inOne.all(sessionId)
    },
    /** Returns texts with all words of a query, in any order, oldest first. */
    inChatByWords: (match: string, sessionId: SessionId) => wordsInOne.all({ match, id: sessionId }),
  }
}

export type QueryRows = ReturnType<typeof createQueryRows>

function conditions({ projectId, agentId, from, to, kinds }: Filters): string {
  return [
    ...(projectId === undefined ? [] : ['chat.project_id = @project']),
    ...(agentId === undefined ? [] : ['docs.agent = @agent']),
    ...(from === undefined ? [] : ['found.rowid >= @first']),
    ...(to === undefined ? [] : ['found.rowid < @end']),
    ...(kinds === undefined ? [] : ['docs.kind IN (SELECT value FROM json_each(@kinds))']),
  ]
    .map((condition) => ` AND ${condition}`)
    .join('')
}

function valuesOf({ projectId, agentId, from, to, kinds }: Filters): Record<string, unknown> {
  return {
    ...(projectId === undefined ? {} : { project: projectId }),
    ...(agentId === undefined ? {} : { agent: agentId }),
    ...(from === undefined ? {} : { first: idAt(from) }),
    ...(to === undefined ? {} : { end: idAt(to) }),
    ...(kinds === undefined ? {} : { kinds: JSON.stringify(kinds) }),
  }
}

/** The first id an event of this moment can have. */
function idAt(ms: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(ms)) * IDS_PER_MS)
}
