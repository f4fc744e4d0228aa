import { PAGE_LIMITS, type PageAct, type PageBulk } from '#shared/knowledge/page.ts'
import { isSameScope } from '../database/scope-columns.ts'
import type { PageState } from './page-book.ts'

/** The history entry of each bulk act. */
export const BULK_ACTS = {
  tag: 'edited',
  untag: 'edited',
  move: 'moved',
  archive: 'archived',
  unarchive: 'unarchived',
  remove: 'removed',
} as const satisfies Record<PageBulk['act'], PageAct>

/**
 * Returns the changed page; null for no change. Archived pages stay searchable in the archive; no model
 * receives them. A page of a file still follows it: the person's tags are kept beside those of the file.
 */
export function changedBy(state: PageState, bulk: PageBulk): PageState | null {
  const { text, archived } = state
  switch (bulk.act) {
    case 'tag':
      if (text.tags.includes(bulk.tag) || text.tags.length >= PAGE_LIMITS.tags) return null
      return { ...state, text: { ...text, tags: [...text.tags, bulk.tag] } }
    case 'untag':
      if (!text.tags.includes(bulk.tag)) return null
      return { ...state, text: { ...text, tags: text.tags.filter((tag) => tag !== bulk.tag) } }
    case 'move':
      return isSameScope(state.scope, bulk.to) ? null : { ...state, scope: bulk.to }
    case 'archive':
      return archived ? null : { ...state, archived: true }
    case 'unarchive':
      return archived ? { ...state, archived: false } : null
    case 'remove':
      return { ...state, removed: true }
  }
}

/** The tags of a file as they are now, with those the person added to its page and without those they took away. */
export function tagsWith(
  file: readonly string[],
  page: readonly string[],
  before: readonly string[],
): string[] {
  const added = page.filter((tag) => !before.includes(tag))
  const kept = file.filter((tag) => page.includes(tag) || !before.includes(tag))
  return [...new Set([...kept, ...added])].slice(0, PAGE_LIMITS.tags)
}
