import type { EventId, MemoryId, SessionId } from '#shared/ids.ts'
import type {
  MemoryAuthor,
  MemoryChanged,
  MemoryItem,
  MemoryScope,
  MemoryText,
} from '#shared/memory/memory.ts'
import { scopeOf } from '../database/scope-columns.ts'
import { type ChangeBook, createChangeBook, gone, type MemoryDeps, stateOf } from './change-book.ts'
import { createRearranging } from './rearranging.ts'
import { itemOf, type Write } from './rows.ts'

/** The author of a change and its source message. */
export type MemoryOrigin = {
  readonly author: MemoryAuthor
  readonly source: { readonly sessionId: SessionId; readonly eventId: EventId | null } | null
}

export const BY_PERSON: MemoryOrigin = { author: 'person', source: null }

/** An item for a place. */
export type MemoryEntry = { readonly scope: MemoryScope; readonly text: MemoryText }

/** An item that gets other words. */
type MemoryRetold = { readonly id: MemoryId; readonly text: MemoryText }

/** Items that outlive a chat. Every change keeps what was there before and can be undone as a whole. */
export function createMemory(deps: MemoryDeps) {
  const { rows } = deps
  const book = createChangeBook(deps)
  return {
    ...createKeeping(deps, book),
    ...createRearranging(rows, book),
    /** Takes items away with all they ever were. Nothing brings them back. */
    forget: (ids: readonly MemoryId[]): number => {
      const count = rows.drop(ids)
      deps.changed(ids)
      return count
    },
    /** Lets go of what was removed before this moment. */
    purge: (before: number): number => rows.dropRemovedBefore(before),
    /** False for what holds a secret. */
    mayKeep: (text: MemoryText): boolean => !book.holdsSecret(text),
    get: (id: MemoryId): MemoryItem => itemOf(book.known(id)),
    byKey: (scope: MemoryScope, key: string): MemoryItem | null => {
      const row = rows.byKey(scope, key)
      return row === null ? null : itemOf(row)
    },
    /** True for what says what the person last wrote themselves. */
    isByPerson: (id: MemoryId): boolean => rows.history(id)[0]?.author === 'person',
    /** Everything of one scope, by key. */
    inScope: (scope: MemoryScope): MemoryItem[] => rows.inScope(scope).map(itemOf),
  }
}

export type Memory = ReturnType<typeof createMemory>

function createKeeping({ rows, newId }: MemoryDeps, book: ChangeBook) {
  return {
    /** Keeps words under a key; what stood under it before stays in its history. */
    save: (scope: MemoryScope, text: MemoryText, { author, source }: MemoryOrigin): MemoryChanged => {
      book.noSecret(text)
      const there = rows.byKey(scope, text.key)
      const change = book.begin(there === null ? 'created' : 'edited', author)
      const state = there === null ? { id: newId('memory'), scope, removed: false, source } : stateOf(there)
      return book.store(change.changeId, [{ ...state, ...change, text }])
    },
    /** Changes one item in place, also its key. */
    edit: (id: MemoryId, text: MemoryText, { author }: MemoryOrigin): MemoryChanged => {
      book.noSecret(text)
      const row = book.known(id)
      book.free(scopeOf(row), text.key, [id])
      const change = book.begin('edited', author)
      return book.store(change.changeId, [{ ...stateOf(row), ...change, text }])
    },
    /** New words, and new keys, for several items as one change. */
    retell: (entries: readonly MemoryRetold[]): MemoryChanged => {
      const change = book.begin('edited', 'person')
      const ids = entries.map(({ id }) => id)
      const writes = entries.map(({ id, text }): Write => {
        book.noSecret(text)
        const row = book.known(id)
        book.free(scopeOf(row), text.key, ids)
        return { ...stateOf(row), ...change, text }
      })
      return book.store(change.changeId, writes)
    },
    /** Many items from a file, as one change; a key that is taken gets its new words. */
    take: (entries: readonly MemoryEntry[]): MemoryChanged => {
      const change = book.begin('imported', 'import')
      const writes = entries.map(({ scope, text }): Write => {
        book.noSecret(text)
        const there = rows.byKey(scope, text.key)
        const fresh = { id: newId('memory'), scope, removed: false, source: null }
        return { ...(there === null ? fresh : stateOf(there)), ...change, text }
      })
      return book.store(change.changeId, writes)
    },
    /** Puts several items into one. The first of them keeps its history and gets the words. */
    merge: (ids: readonly MemoryId[], text: MemoryText): MemoryChanged => {
      book.noSecret(text)
      const [first, ...others] = [...new Set(ids)].map(book.known)
      if (first === undefined || others.length === 0) throw gone()
      book.free(scopeOf(first), text.key, ids)
      const change = book.begin('merged', 'person')
      const away = others.map((row): Write => ({ ...stateOf(row), ...change, removed: true }))
      return book.store(change.changeId, [{ ...stateOf(first), ...change, text }, ...away])
    },
  }
}
