import type { Database } from 'better-sqlite3'
import type { ScopeColumns } from '../database/scope-columns.ts'
import { loadSqliteVec } from './load-sqlite-vec.ts'
import type { VectorDoc } from './text-rows.ts'
import type { QuestionVector, Unembedded, VectorQuestion } from './vector-question.ts'
import { type AlikeDoc, createVectorTables, type VectorTables } from './vector-tables.ts'

type Deps = {
  readonly index: Database
  /** The room, whose table `<kind>_docs` has the columns `id`, `hash`, `scope` and `scope_id`. */
  readonly kind: string
  /** Returns the text of a hash while it is unchanged. */
  readonly textOf: (doc: VectorDoc) => string | null
  /** Reads what has changed, up to a point. True: there is more of it. */
  readonly catchUp: () => boolean
}

/** Creates the vectors of one room's texts: pending ones and nearest neighbours. */
export function createTextVectors({ index, kind, textOf, catchUp }: Deps) {
  // Loaded on first use: an index without vectors never needs the library.
  let library: { readonly unable: string | null } | null = null
  let opened: VectorTables | null = null
  const unable = (): string | null => {
    library ??= { unable: loadSqliteVec(index) }
    return library.unable
  }
  const tables = (): VectorTables => {
    opened ??= createVectorTables(index, kind)
    return opened
  }
  const unembedded = (model: string, limit: number): Unembedded => {
    const reason = unable()
    if (reason !== null) return { texts: [], done: 0, total: 0, unlike: null, behind: false, unable: reason }
    const behind = catchUp()
    const missing = tables().missing(model, limit)
    const texts = missing.flatMap((doc) => {
      const text = textOf(doc)
      return text === null ? [] : [{ hash: doc.hash, text }]
    })
    return { texts, ...tables().standing(model), behind, unable: null }
  }
  return {
    answer: (asked: VectorQuestion): Unembedded | null => {
      if (asked.t === 'unembedded') return unembedded(asked.model, asked.limit)
      if (asked.t === 'embedded') tables().keep(asked)
      else tables().tidy(asked.model)
      return null
    },
    /** Returns the texts nearest to a stored text, including itself. Empty while it is not embedded. */
    around: (hash: string, model: string, scopes: readonly ScopeColumns[], limit: number): AlikeDoc[] => {
      const vector = unable() === null ? tables().vectorOf(model, hash) : null
      return vector === null ? [] : tables().nearest({ model, vector }, scopes, limit)
    },
    /**
     * Returns the texts nearest to a question in these scopes; null searches all. Nearest first; empty
     * without vectors of its model.
     */
    nearest: (asked: QuestionVector, scopes: readonly ScopeColumns[] | null, limit: number): AlikeDoc[] =>
      unable() === null ? tables().nearest(asked, scopes, limit) : [],
  }
}

export type TextVectors = ReturnType<typeof createTextVectors>
