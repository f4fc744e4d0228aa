import { cutText } from '#shared/search/cut-text.ts'
import { foldText } from '#shared/search/fold-text.ts'
import type { IndexedChat, IndexedDoc, IndexRows } from './index-rows.ts'
import type { LogChat, LogEvent, LogQuestions } from './log-rows.ts'

type Deps = {
  readonly rows: IndexRows
  readonly log: LogQuestions
  /** Milliseconds that never go backwards. */
  readonly elapsed: () => number
}

/** The progress of a step: the newest complete event and the chunks of the next. */
type Added = { readonly last: LogEvent | null; readonly pieces: number; readonly done: boolean }

/** Duration of one work step, in milliseconds. A query never waits much longer. */
const PIECE_MS = 15
const REMOVED_AT_ONCE = 100
/** Ids per millisecond; they stay safe integers until the year 2109. */
const IDS_PER_MS = 2_048
const LAST_MS = Math.floor(Number.MAX_SAFE_INTEGER / IDS_PER_MS) - 1

/** Brings the index into step with the log, a chat at a time and a piece at a time. */
export function createChatWriter({ rows, log, elapsed }: Deps) {
  const waiting = new Set<string>()
  const addDoc = docAdder(rows)
  const addEvents = eventAdder({ log, elapsed }, addDoc)

  const remove = (chat: IndexedChat): boolean => {
    const some = rows.someDocs.all(chat.n, REMOVED_AT_ONCE)
    for (const { id } of some) dropDoc(rows, id)
    return some.length === REMOVED_AT_ONCE
  }

  /** Takes everything of a chat out again. False: it is done. */
  const forget = (chat: IndexedChat): boolean => {
    if (remove(chat)) return true
    rows.dropChat.run(chat.n)
    return false
  }

  const follow = (found: LogChat, until: number): boolean => {
    if (rows.chat.get(found.id) === undefined) rows.addChat.run(found.id)
    const chat = rows.chat.get(found.id)
    if (chat === undefined) return false
    if (!isSameLog(log, chat, found)) {
      forget(chat)
      return true
    }
    const title = found.title ?? ''
    if (title !== chat.title || chat.seen === 0) retitle(rows, addDoc, chat, found, title)
    const { last, pieces, done } = addEvents(chat, until)
    rows.setChat.run({
      id: chat.id,
      project_id: found.project_id,
      title,
      hidden: found.deleted_at === null ? 0 : 1,
      seq: last?.seq ?? chat.seq,
      event_id: last?.id ?? chat.event_id,
      pieces,
      seen: done ? found.last_seq : Math.max(1, chat.seen),
    })
    return !done
  }

  /** True: something is left of this chat. */
  const write = (id: string, until: number): boolean => {
    const found = log.chat.get(id)
    if (found !== undefined) return follow(found, until)
    const chat = rows.chat.get(id)
    return chat !== undefined && forget(chat)
  }

  return {
    /** Looks for what is missing and what is too much. */
    compare: (): void => {
      const known = new Map(rows.chats.all().map((chat) => [chat.id, chat]))
      for (const { id, last_seq } of log.positions.all()) {
        const chat = known.get(id)
        known.delete(id)
        if (chat === undefined || chat.seen !== last_seq || !isWhere(log, chat)) waiting.add(id)
      }
      for (const id of known.keys()) waiting.add(id)
    },
    changed: (ids: readonly string[]): void => {
      for (const id of ids) waiting.add(id)
    },
    /** Returns the number of chats with unindexed events. */
    behind: (): number => waiting.size,
    step: (): boolean => {
      const until = elapsed() + PIECE_MS
      const written: string[] = []
      // As many chats as there is time for: to store what was written costs more than to write a short one.
      for (const id of waiting) {
        if (!write(id, until)) written.push(id)
        if (elapsed() > until) break
      }
      // Cleared last, because a failure rolls back the whole step. New events are announced again.
      for (const id of written) waiting.delete(id)
      return waiting.size > 0
    },
  }
}

/** Indexes what a chat has beyond its position, for as long as there is time. */
function eventAdder({ log, elapsed }: Pick<Deps, 'log' | 'elapsed'>, addDoc: AddDoc) {
  const agentOf = agentFinder(log)

  /** True when another piece of the event comes after this one. */
  const addPiece = (chat: IndexedChat, event: LogEvent, piece: number): boolean => {
    const doc = log.doc(event, piece)
    if (doc === null) return false
    const agent = doc.agentId ?? agentOf(event.context_id)
    addDoc({ session: chat.n, seq: event.seq, piece, kind: doc.kind, agent }, event.ts, doc.text)
    return doc.more
  }

  return (chat: IndexedChat, until: number): Added => {
    let last: LogEvent | null = null
    // Asked before each but the first, so that every step gets on.
    let isFirst = true
    const isLate = () => {
      if (!isFirst && elapsed() > until) return true
      isFirst = false
      return false
    }
    for (const event of log.wordsAfter.iterate(chat.id, chat.seq)) {
      for (let piece = last === null ? chat.pieces : 0, more = true; more; piece += 1) {
        if (isLate()) return { last, pieces: piece, done: false }
        more = addPiece(chat, event, piece)
      }
      last = event
    }
    return { last, pieces: 0, done: true }
  }
}

/** False when the log is not the indexed one: restored from a backup, or started from scratch. */
function isSameLog(log: LogQuestions, chat: IndexedChat, found: LogChat): boolean {
  return found.last_seq >= chat.seen && found.last_seq >= chat.seq && isWhere(log, chat)
}

function isWhere(log: LogQuestions, { id, seq, event_id }: IndexedChat): boolean {
  return event_id === null || log.eventAt.get(id, seq)?.id === event_id
}

type Place = Omit<IndexedDoc, 'id'>
type AddDoc = (place: Place, at: number, text: string) => void

function docAdder(rows: IndexRows): AddDoc {
  const freeId = (at: number): number => {
    let ms = Math.min(LAST_MS, Math.max(0, Math.floor(at)))
    for (;;) {
      const first = ms * IDS_PER_MS
      const newest = rows.newestIdBelow.get(first, first + IDS_PER_MS)?.id ?? null
      const id = newest === null ? first : newest + 1
      if (id < first + IDS_PER_MS) return id
      ms += 1
    }
  }
  return (place, at, text) => {
    const id = freeId(at)
    rows.addDoc.run({ id, ...place })
    rows.addWords.run(id, cutText(text).join(' '))
    rows.addGrams.run(id, foldText(text))
  }
}

function dropDoc(rows: IndexRows, id: number): void {
  rows.dropWords.run(id)
  rows.dropGrams.run(id)
  rows.dropDoc.run(id)
}

function retitle(rows: IndexRows, addDoc: AddDoc, chat: IndexedChat, found: LogChat, title: string): void {
  const before = rows.titleDoc.get(chat.n)
  if (before !== undefined) dropDoc(rows, before.id)
  if (title === '') return
  addDoc({ session: chat.n, seq: 0, piece: 0, kind: 'title', agent: null }, found.created_at, title)
}

/** Returns a cached lookup of the agent of a context, which never changes. */
function agentFinder(log: LogQuestions) {
  const known = new Map<string, string | null>()
  return (contextId: string | null): string | null => {
    if (contextId === null) return null
    const found = known.get(contextId)
    if (found !== undefined) return found
    const agent = log.agentOf.get(contextId)?.agent ?? null
    if (agent === null) return null
    if (known.size > 5_000) known.clear()
    known.set(contextId, agent)
    return agent
  }
}
