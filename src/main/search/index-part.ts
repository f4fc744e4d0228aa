import type { Database } from 'better-sqlite3'
import type { IndexedPart } from '#shared/search/check.ts'

/** The files a part of the index works with. */
export type IndexPlace = {
  /** `data/index.db`. A part writes only its own tables. */
  readonly index: Database
  /** `data/orrery.db`, opened for reading only. Keep no cursor open between two calls. */
  readonly log: Database
  /** The folder of what is stored beside the log. It is only read. */
  readonly blobs: string
}

/**
 * One room's part of `data/index.db`. How to add a part:
 * 1. The room exports an `IndexPart`. Its file runs in the worker thread, so it must not import anything with
 * side effects; `better-sqlite3` comes as an argument. Every table is named `<name>_…`.
 * 2. `compose/index-worker.ts` lists it.
 * 3. In main the room gets `index.ask(name, question, signal)` and `index.changed(name, ids)` of
 * `IndexClient` and wraps them in its own types. `changed` names records to reindex after a write or removal;
 * extra calls are harmless.
 * The part reads its source data from `orrery.db` itself. Its tables must hold no original data: they are
 * deleted when damaged or of another `version`, and `compare` then reports everything as missing.
 */
export type IndexPart = {
  readonly name: string
  /** Raise it when the tables, or what is written into them, change. */
  readonly version: number
  /**
   * Survives a rebuild requested by the person, because recreating it costs more than time. Damage still
   * deletes it.
   */
  readonly stays?: true
  /** Brings what the tables need to the connection, each time it is opened and before anything is done to them. */
  readonly load?: (index: Database) => void
  /** Makes the tables of the part, in an index that has none of them. */
  readonly schema: string
  readonly open: (place: IndexPlace) => OpenPart
}

/** An open part. Every call is short and synchronous; calls never overlap. */
export type OpenPart = {
  /** Finds what the index lacks and what it has too much, by the position it kept. Called once, first. */
  readonly compare: () => void
  /** These records may be others now, or gone. */
  readonly changed: (ids: readonly string[]) => void
  /**
   * Writes one small piece, about 20 ms, and says whether there is more. It runs inside a transaction, so the piece
   * and the position that says it was written are stored together or not at all.
   */
  readonly step: () => boolean
  /** Holds what is indexed against what is kept. Left out by parts that nothing is kept for. */
  readonly check?: () => IndexedPart
  /** Answers a question of the same room on main's side. What it throws fails this question only. */
  readonly ask: (question: unknown) => unknown
}
