import type { Database } from 'better-sqlite3'

/**
 * Only terms are kept, no texts: a hit is drawn from the log, so what is gone there is gone here. `id` is the time of
 * the event and a counter, so that the newest come first however they were written.
 */
export const CHAT_TABLES = `
  CREATE TABLE chats_sessions (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project_id TEXT,
    title TEXT NOT NULL,
    hidden INTEGER NOT NULL,
    -- The newest event with words that is indexed, and how far the log had got when nothing was left.
    seq INTEGER NOT NULL,
    event_id TEXT,
    -- How many pieces of the event after it are indexed.
    pieces INTEGER NOT NULL,
    seen INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE chats_docs (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    kind TEXT NOT NULL,
    agent TEXT
  ) STRICT;
  CREATE INDEX chats_docs_by_session ON chats_docs (session, seq, piece);
  CREATE VIRTUAL TABLE chats_words USING fts5 (
    body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
  );
  CREATE VIRTUAL TABLE chats_grams USING fts5 (
    body, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
  );
`

/** Metadata of an indexed chat. */
export type IndexedChat = {
  readonly n: number
  readonly id: string
  readonly project_id: string | null
  readonly title: string
  readonly hidden: number
  readonly seq: number
  readonly event_id: string | null
  readonly pieces: number
  readonly seen: number
}

export type IndexedDoc = {
  readonly id: number
  readonly session: number
  readonly seq: number
  readonly piece: number
  readonly kind: string
  readonly agent: string | null
}

/** Everything that is written into the tables of chats. */
export function createIndexRows(index: Database) {
  return {
    chat: index.prepare<[string], IndexedChat>('SELECT * FROM chats_sessions WHERE id = ?'),
    chats: index.prepare<[], IndexedChat>('SELECT * FROM chats_sessions'),
    addChat: index.prepare<[string]>(
      "INSERT INTO chats_sessions (id, title, hidden, seq, pieces, seen) VALUES (?, '', 1, 0, 0, 0)",
    ),
    setChat: index.prepare<[Omit<IndexedChat, 'n'>]>(
      `UPDATE chats_sessions SET project_id = @project_id, title = @title, hidden = @hidden, seq = @seq,
       event_id = @event_id, pieces = @pieces, seen = @seen WHERE id = @id`,
    ),
    dropChat: index.prepare<[number]>('DELETE FROM chats_sessions WHERE n = ?'),
    newestIdBelow: index.prepare<[number, number], { id: number | null }>(
      'SELECT max(id) AS id FROM chats_docs WHERE id >= ? AND id < ?',
    ),
    addDoc: index.prepare<[IndexedDoc]>(
      'INSERT INTO chats_docs (id, session, seq, piece, kind, agent) VALUES (@id, @session, @seq, @piece, @kind, @agent)',
    ),
    addWords: index.prepare<[number, string]>('INSERT INTO chats_words (rowid, body) VALUES (?, ?)'),
    addGrams: index.prepare<[number, string]>('INSERT INTO chats_grams (rowid, body) VALUES (?, ?)'),
    someDocs: index.prepare<[number, number], { id: number }>(
      'SELECT id FROM chats_docs WHERE session = ? ORDER BY seq LIMIT ?',
    ),
    titleDoc: index.prepare<[number], { id: number }>(
      'SELECT id FROM chats_docs WHERE session = ? AND seq = 0',
    ),
    dropDoc: index.prepare<[number]>('DELETE FROM chats_docs WHERE id = ?'),
    dropWords: index.prepare<[number]>('DELETE FROM chats_words WHERE rowid = ?'),
    dropGrams: index.prepare<[number]>('DELETE FROM chats_grams WHERE rowid = ?'),
  }
}

export type IndexRows = ReturnType<typeof createIndexRows>
