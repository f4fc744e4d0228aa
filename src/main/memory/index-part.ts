import type { Database } from 'better-sqlite3'
import type { MemoryId } from '#shared/ids.ts'
import type { IndexedPart } from '#shared/search/check.ts'
import type { ScopeColumns } from '../database/scope-columns.ts'
import type { IndexPart, IndexPlace } from '../search/index-part.ts'
import { createTextVectors, type TextVectors } from '../vectors/text-vectors.ts'
import type { QuestionVector } from '../vectors/vector-question.ts'
import { createFinder } from './find-fitting.ts'
import {
  createMemoryDocs,
  embeddableItem,
  MEMORY_TABLES,
  type MemoryDoc,
  type MemoryDocs,
} from './index-docs.ts'
import { MemoryQuestion } from './index-question.ts'
import { createPairFinder, MOST_PAIRS } from './pairs/find-pairs.ts'
import { createMemoryRows, type MemoryRows } from './rows.ts'
import { createUseRows } from './use-rows.ts'

/** Changes per work step. */
const PIECE = 50
/** Work steps that a query waits for. */
const PIECES_BEFORE_ANSWER = 6
/** Items at least this similar in meaning are about the same thing. */
const NEARLY_THE_SAME = 0.75
/** Maximum semantic matches per item. */
const MOST_ALIKE = 3
/** Maximum comparisons of one text in a search for all pairs: a few hundred memories with each other. */
const MOST_COMPARED = 200_000

/** The words of what is remembered, in the index file. */
export const memoryIndexPart: IndexPart = {
  name: 'memory',
  version: 7,
  schema: MEMORY_TABLES,
  open: ({ index, log }: IndexPlace) => {
    const docs = createMemoryDocs(index)
    const source = sourceOf(log)
    const rows = createMemoryRows(log)
    const pending = new Set<MemoryId>()
    const step = index.transaction((): boolean => {
      const next = source.after(docs.position(), PIECE)
      const last = next.at(-1)
      const ids = new Set([...[...pending].slice(0, PIECE), ...next.map(({ item_id }) => item_id)])
      for (const id of ids) {
        pending.delete(id)
        docs.put(id, rows.one(id))
      }
      if (last !== undefined) docs.setPosition(last.version)
      return pending.size > 0 || next.length === PIECE
    })
    // Indexes recent changes before a search, unless there are very many.
    const catchUp = (): boolean => {
      let more = true
      for (let piece = 0; piece < PIECES_BEFORE_ANSWER && more; piece += 1) more = step()
      return more
    }
    const shelf = createTextVectors({
      index,
      kind: 'memory',
      catchUp,
      textOf: ({ id, hash }) => {
        const item = rows.one(docs.itemOf(id))
        const text = item === null ? null : embeddableItem(item)
        return text?.hash === hash ? text.text : null
      },
    })
    const alike = (near: QuestionVector, scopes: readonly ScopeColumns[] | null, limit: number) =>
      shelf.nearest(near, scopes, limit).map(({ id, meaning }) => ({ id: docs.itemOf(id), meaning }))
    const find = createFinder({ rows, uses: createUseRows(log), find: docs.find, alike })
    const pairs = pairsOf({ log, rows, docs, shelf })
    return {
      compare: (): void => {
        // The log can be older than the index when a copy of it was put back.
        if (docs.position() > source.newest()) docs.clear()
        const there = source.ids()
        for (const id of docs.ids()) if (!there.has(id)) pending.add(id)
      },
      check: () => standing(source.ids(), docs.ids()),
      changed: (ids: readonly string[]): void => {
        for (const id of ids) pending.add(id as MemoryId)
      },
      step,
      ask: (question: unknown): unknown => {
        const asked = MemoryQuestion.parse(question)
        if (asked.t === 'unembedded' || asked.t === 'embedded' || asked.t === 'tidy')
          return shelf.answer(asked)
        catchUp()
        if (asked.t === 'pairs') return pairs(asked)
        if (asked.t === 'meant') return alike(asked.near, asked.scopes, asked.limit)
        return asked.t === 'typed' ? docs.find({ ...asked, every: true }).map(({ id }) => id) : find(asked)
      },
    }
  },
}

type PairPlace = {
  readonly log: Database
  readonly rows: MemoryRows
  readonly docs: MemoryDocs
  readonly shelf: TextVectors
}

function pairsOf({ log, rows, docs, shelf }: PairPlace) {
  const meantLike = (doc: MemoryDoc, model: string): (readonly [MemoryId, MemoryId])[] =>
    shelf
      .around(doc.hash, model, docs.seenWith(doc), MOST_ALIKE + 1)
      .filter((each) => each.id !== doc.id && each.meaning >= NEARLY_THE_SAME)
      .slice(0, MOST_ALIKE)
      .map((each) => [docs.itemOf(doc.id), docs.itemOf(each.id)] as const)
  return createPairFinder({
    log,
    rows,
    alike: (about, model) => {
      const doc = about === null ? null : docs.docOf(about)
      if (about !== null && doc === null) return []
      const worded = docs.alike.pairs(doc?.id ?? null, MOST_PAIRS)
      const looked = doc === null ? docs.newest(MOST_COMPARED) : [doc]
      return [
        ...worded.map(({ doc: one, earlier }) => [docs.itemOf(one), docs.itemOf(earlier)] as const),
        ...(model === null ? [] : looked.flatMap((each) => meantLike(each, model))),
      ]
    },
  })
}

function standing(kept: ReadonlySet<string>, ids: readonly string[]): IndexedPart {
  const indexed = new Set(ids)
  const missing = [...kept].filter((id) => !indexed.has(id)).length
  const extra = ids.filter((id) => !kept.has(id)).length
  return { part: 'memory', kept: kept.size, missing, extra }
}

function sourceOf(log: Database) {
  const ids = log.prepare<[], { id: MemoryId }>('SELECT id FROM memory_items WHERE removed_at IS NULL')
  const newest = log.prepare<[], { at: number | null }>('SELECT max(version) AS at FROM memory_versions')
  const after = log.prepare<[number, number], { version: number; item_id: MemoryId }>(
    'SELECT version, item_id FROM memory_versions WHERE version > ? ORDER BY version LIMIT ?',
  )
  return {
    ids: (): ReadonlySet<string> => new Set(ids.all().map(({ id }) => id)),
    newest: (): number => newest.get()?.at ?? 0,
    after: (position: number, limit: number) => after.all(position, limit),
  }
}
