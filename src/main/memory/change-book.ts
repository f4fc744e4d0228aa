import { AppError } from '#shared/errors.ts'
import type { MemoryId } from '#shared/ids.ts'
import type {
  MemoryAct,
  MemoryAuthor,
  MemoryChanged,
  MemoryScope,
  MemoryText,
} from '#shared/memory/memory.ts'
import { say } from '#shared/sentences.ts'
import { scopeOf } from '../database/scope-columns.ts'
import type { NewId } from '../lib/ids.ts'
import { type ItemRow, type MemoryRows, textOf, type Write } from './rows.ts'

export type MemoryDeps = {
  readonly rows: MemoryRows
  readonly now: () => number
  readonly newId: NewId
  /** True for text that is a secret, or looks like one. */
  readonly isSecret: (text: string) => boolean
  /** Told after what was stored is stored. */
  readonly changed: (ids: readonly MemoryId[]) => void
}

/** Fields shared by all writes of one act. */
type Change = Pick<Write, 'changeId' | 'act' | 'author' | 'at'>

/** The current state of an item, to be written with changes. */
export type State = Pick<Write, 'id' | 'scope' | 'text' | 'removed' | 'source'>

/** Creates the checks and the history entry for every change. */
export function createChangeBook(deps: MemoryDeps) {
  const { rows } = deps
  const holdsSecret = ({ key, content, tags }: MemoryText): boolean =>
    [key, content, ...tags].some(deps.isSecret)
  return {
    begin: (act: MemoryAct, author: MemoryAuthor): Change => ({
      changeId: deps.newId('memoryChange'),
      act,
      author,
      at: deps.now(),
    }),
    /** Stores one act and tells about it. */
    store: (changeId: Change['changeId'], writes: readonly Write[]): MemoryChanged => {
      const ids = [...new Set(writes.map(({ id }) => id))]
      if (ids.length === 0) return { changeId, ids }
      rows.write(writes)
      deps.changed(ids)
      return { changeId, ids }
    },
    known: (id: MemoryId): ItemRow => {
      const row = rows.one(id)
      if (row === null || row.removed_at !== null) throw gone()
      return row
    },
    /** Throws where the key is another item's. */
    free: (scope: MemoryScope, key: string, except: readonly MemoryId[]): void => {
      const taken = rows.byKey(scope, key)
      if (taken !== null && !except.includes(taken.id)) throw takenKey(key)
    },
    holdsSecret,
    noSecret: (text: MemoryText): void => {
      if (holdsSecret(text)) throw AppError.saying('memory.refused', say('memory.secret'))
    },
  }
}

export type ChangeBook = ReturnType<typeof createChangeBook>

export function stateOf(row: ItemRow): State {
  const source =
    row.source_session === null ? null : { sessionId: row.source_session, eventId: row.source_event }
  return { id: row.id, scope: scopeOf(row), text: textOf(row), removed: row.removed_at !== null, source }
}

export function gone(): AppError {
  return AppError.saying('memory.not_found', say('memory.gone'))
}

export function takenKey(key: string): AppError {
  const shown = key.length > 80 ? `${key.slice(0, 80)}…` : key
  return AppError.saying('memory.refused', say('memory.taken', { key: shown }))
}
