import type { Database } from 'better-sqlite3'
import type { EventId, ProjectId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import { findFolded, foldText } from '#shared/search/fold-text.ts'
import type {
  ChatAnswer,
  ChatHit,
  ChatQuery,
  HitKind,
  HitOwner,
  SearchHit,
  SessionsAnswer,
  SessionsQuery,
} from '#shared/search/search.ts'
import type { LogQuestions } from './log-rows.ts'
import { type Asked, askedOf } from './match-text.ts'
import { createQueryRows, type Found, type Place, type QueryRows } from './query-rows.ts'
import { snippetOf } from './snippet.ts'

type Deps = {
  readonly index: Database
  readonly log: LogQuestions
  readonly behind: () => number
}

/** A name says more about a chat than a word in it, and a word that was said more than one that was printed. */
const WEIGHTS: Readonly<Record<HitKind, number>> = {
  title: 2.5,
  user: 1.2,
  assistant: 1,
  tool: 0.8,
  // It says again what was said before, in other words.
  summary: 0.6,
}
/** Few people look through more places of one chat. */
const MOST_IN_CHAT = 2_000
/** Maximum matches of one message in find-next navigation. */
const MOST_IN_MESSAGE = 1_000

/** Questions over the chats. What is drawn comes from the log, so what is gone there is not found. */
export function createChatQueries({ index, log, behind }: Deps) {
  const rows = createQueryRows(index)
  return {
    sessions: (query: SessionsQuery): SessionsAnswer => {
      const asked = askedOf(query.query)
      const hits: SearchHit[] = []
      const wanted = query.offset + query.limit
      // A long output is represented by its best chunk.
      const places = new Set<string>()
      let passed = 0
      // The first page must appear while the person types; later pages may search longer.
      const isFirst = query.offset === 0
      for (const found of candidates(rows, asked, query, isFirst)) {
        const place = `${found.session_id} ${found.seq}`
        const hit = places.has(place) ? null : hitOf(log, asked, found)
        if (hit === null) continue
        places.add(place)
        passed += 1
        if (passed > wanted) break
        if (passed > query.offset) hits.push(hit)
      }
      const mayBeInside = isFirst && passed > 0 && !asked.isCode && asked.grams !== null
      return { hits, more: passed > wanted || mayBeInside, behind: behind() }
    },
    chat: (query: ChatQuery): ChatAnswer => ({ ...hitsInChat(rows, log, query), behind: behind() }),
  }
}

/**
 * Yields the best candidates first. Code is matched exactly, then by words. Other queries are matched by
 * words, then inside longer words, which scans the texts and is slowest. A first page does that only without
 * a whole-word or prefix match.
 */
function* candidates(
  rows: QueryRows,
  asked: Asked,
  query: SessionsQuery,
  isFirst: boolean,
): Generator<Found> {
  const literal = () => (asked.grams === null ? [] : rows.byGrams(asked.grams, query).map(asLiteral))
  const words = () => (asked.words === null ? [] : ranked(rows.byWords(asked.words, query)))
  const seen = new Set<number>()
  for (const list of asked.isCode ? [literal, words] : [words, literal]) {
    for (const found of list()) {
      if (seen.has(found.id)) continue
      seen.add(found.id)
      yield found
    }
    if (isFirst && !asked.isCode && seen.size > 0) return
  }
}

const asLiteral = (found: Found): Found => ({ ...found, literal: true })

/** The score of SQLite is the lower the better; among equals the newer is first. */
function ranked(found: readonly Found[]): Found[] {
  const rankOf = ({ score, kind }: Found) => score * WEIGHTS[kind]
  return found.toSorted((left, right) => rankOf(left) - rankOf(right) || right.id - left.id)
}

function hitOf(log: LogQuestions, asked: Asked, found: Found): SearchHit | null {
  const chat = log.chat.get(found.session_id)
  if (chat === undefined || chat.deleted_at !== null) return null
  const within = chat.kind === 'child' ? ownerOf(log, chat.id) : null
  // The result could not be opened, because its parent chat is gone.
  if (chat.kind === 'child' && within === null) return null
  const base = {
    within,
    sessionId: chat.id as SessionId,
    title: chat.title ?? '',
    projectId: chat.project_id as ProjectId | null,
    kind: found.kind,
  }
  if (found.kind === 'title') {
    if (found.literal && !foldText(base.title).includes(asked.literal)) return null
    const snippet = snippetOf(base.title, asked.marks)
    return { ...base, eventId: null, tool: null, at: chat.created_at, snippet }
  }
  const event = log.eventAt.get(found.session_id, found.seq)
  const doc = event === undefined ? null : log.doc(event, found.piece)
  if (event === undefined || doc === null) return null
  if (found.literal && !foldText(doc.text).includes(asked.literal)) return null
  const snippet = snippetOf(doc.text, asked.marks)
  return { ...base, eventId: event.id as EventId, tool: doc.tool, at: event.ts, snippet }
}

function ownerOf(log: LogQuestions, id: string): HitOwner | null {
  const owner = log.ownerOf.get(id)
  if (owner === undefined || owner.deleted_at !== null) return null
  const workflowRunId = owner.run_id as WorkflowRunId | null
  return { sessionId: owner.id as SessionId, title: owner.title ?? '', workflowRunId }
}

type InChat = Omit<ChatAnswer, 'behind'>

/**
 * Returns the exact matches in a chat. Without any, or none at the requested place, it matches the words
 * separately, as the search over all chats does.
 */
function hitsInChat(rows: QueryRows, log: LogQuestions, { sessionId, query, place }: ChatQuery): InChat {
  const asked = askedOf(query)
  if (asked.literal === '') return { hits: [], cut: false, marks: [] }
  const isLiteral = (text: string) => foldText(text).includes(asked.literal)
  const literal = placesOf(log, sessionId, rows.inChat(asked, sessionId), {
    isSought: isLiteral,
    marks: [asked.literal],
  })
  const isEnough =
    place === undefined
      ? literal.hits.length > 0 || asked.isCode
      : literal.hits.some(({ eventId }) => eventId === place)
  if (isEnough || asked.words === null) return { ...literal, marks: [asked.literal] }
  const apart = placesOf(log, sessionId, rows.inChatByWords(asked.words, sessionId), {
    isSought: (text) => asked.isIn(foldText(text)),
    marks: asked.marks,
  })
  return apart.hits.length === 0
    ? { ...literal, marks: [asked.literal] }
    : { ...apart, marks: [...asked.marks] }
}

type Sought = { readonly isSought: (text: string) => boolean; readonly marks: readonly string[] }

/** The messages of a chat among these places whose text is what is looked for. */
function placesOf(
  log: LogQuestions,
  sessionId: SessionId,
  places: readonly Place[],
  { isSought, marks }: Sought,
): Pick<InChat, 'hits' | 'cut'> {
  const leaf = log.leafOf.get(sessionId)?.leaf ?? null
  const path = new Set(leaf === null ? [] : log.pathTo.all(leaf).map(({ id }) => id))
  const here: ChatHit[] = []
  const elsewhere: ChatHit[] = []
  let cut = false
  let newest = 0
  for (const { seq, piece, kind } of places) {
    if (seq === newest) continue
    const event = log.eventAt.get(sessionId, seq)
    const doc = event === undefined ? null : log.doc(event, piece)
    if (event === undefined || doc === null || !isSought(doc.text)) continue
    newest = seq
    if (here.length + elsewhere.length >= MOST_IN_CHAT) {
      cut = true
      break
    }
    const eventId = event.id as EventId
    const count = Math.max(1, findFolded(doc.text, marks, MOST_IN_MESSAGE).length)
    if (path.has(eventId)) here.push({ eventId, kind, elsewhere: false, count })
    else elsewhere.push({ eventId, kind, elsewhere: true, count })
  }
  return { hits: [...here, ...elsewhere], cut }
}
