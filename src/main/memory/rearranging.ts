import { AppError } from '#shared/errors.ts'
import type { MemoryChangeId, MemoryId } from '#shared/ids.ts'
import { MEMORY_LIMITS, type MemoryBulk, type MemoryChanged } from '#shared/memory/memory.ts'
import { say } from '#shared/sentences.ts'
import { isSameScope } from '../database/scope-columns.ts'
import { type ChangeBook, type State, stateOf, takenKey } from './change-book.ts'
import type { MemoryRows, StoredVersion, Write } from './rows.ts'

/** Changes to what is there already: to many items at once, and back to what they were. */
export function createRearranging(rows: MemoryRows, book: ChangeBook) {
  return {
    /** One act on many items. Those it would not change are passed over. */
    bulk: (ids: readonly MemoryId[], bulk: MemoryBulk): MemoryChanged => {
      if (bulk.act === 'tag') book.noSecret({ key: '', content: '', tags: [bulk.tag] })
      const change = book.begin(ACT_OF[bulk.act], 'person')
      const writes = rows.byIds(ids).flatMap((row): Write[] => {
        const next = changedBy(stateOf(row), bulk)
        return next === null ? [] : [{ ...next, ...change }]
      })
      const moved = writes.map(({ id }) => id)
      if (bulk.act === 'move') for (const { scope, text } of writes) book.free(scope, text.key, moved)
      checkDistinct(writes)
      return book.store(change.changeId, writes)
    },
    /** Takes a change back, unless something it touched was changed again. Taking back can be taken back. */
    undo: (changeId: MemoryChangeId): MemoryChanged => {
      const made = rows.ofChange(changeId)
      if (made.length === 0) throw noChange()
      const ids = made.map(({ itemId }) => itemId)
      const change = book.begin('restored', 'person')
      const writes = made.map((version): Write => {
        const row = rows.one(version.itemId)
        if (row?.version !== version.version) {
          throw AppError.saying('memory.refused', say('memory.changedSince'))
        }
        const was = rows.before(version.itemId, version.version) ?? { ...version, removed: true }
        if (!was.removed) book.free(was.scope, was.key, ids)
        return { ...stateOf(row), ...asItWas(was), ...change }
      })
      return book.store(change.changeId, writes)
    },
    /** Makes an earlier version the newest one again. */
    restore: (id: MemoryId, version: number): MemoryChanged => {
      const row = book.known(id)
      const was = rows.history(id).find((each) => each.version === version)
      if (was === undefined) throw noChange()
      book.free(was.scope, was.key, [id])
      const change = book.begin('restored', 'person')
      return book.store(change.changeId, [{ ...stateOf(row), ...asItWas(was), ...change, removed: false }])
    },
  }
}

const ACT_OF = { tag: 'edited', untag: 'edited', move: 'moved', remove: 'removed' } as const

function asItWas({ scope, key, content, tags, removed }: StoredVersion) {
  return { scope, text: { key, content, tags }, removed }
}

/** Null: nothing would change. */
function changedBy(state: State, bulk: MemoryBulk): State | null {
  const { text } = state
  switch (bulk.act) {
    case 'tag':
      if (text.tags.includes(bulk.tag) || text.tags.length >= MEMORY_LIMITS.tags) return null
      return { ...state, text: { ...text, tags: [...text.tags, bulk.tag] } }
    case 'untag':
      if (!text.tags.includes(bulk.tag)) return null
      return { ...state, text: { ...text, tags: text.tags.filter((tag) => tag !== bulk.tag) } }
    case 'move':
      return isSameScope(state.scope, bulk.to) ? null : { ...state, scope: bulk.to }
    case 'remove':
      return { ...state, removed: true }
  }
}

/** Two items that are moved to one place can have one key between them. */
function checkDistinct(writes: readonly Write[]): void {
  const seen = new Set<string>()
  for (const { scope, text, removed } of writes) {
    const place = JSON.stringify([scope, text.key])
    if (!removed && seen.has(place)) throw takenKey(text.key)
    seen.add(place)
  }
}

function noChange(): AppError {
  return AppError.saying('memory.not_found', say('memory.noChange'))
}
