import { AppError } from '#shared/errors.ts'
import type { PageChangeId, PageId } from '#shared/ids.ts'
import type {
  KnowledgePage,
  PageAct,
  PageBulk,
  PageChanged,
  PageScope,
  PageText,
  PageVersion,
} from '#shared/knowledge/page.ts'
import { say } from '#shared/sentences.ts'
import { scopeOf } from '../database/scope-columns.ts'
import { BULK_ACTS, changedBy, tagsWith } from './change-page.ts'
import { createPageBook, type PageBook, type PageState, type PagesDeps } from './page-book.ts'
import {
  type PageOrigin,
  type PageRows,
  type PageWrite,
  pageOf,
  tagsOf,
  type VersionRow,
} from './page-rows.ts'

/** The write of a page read from a file. `id` is null for a new page. */
export type FileWrite = {
  readonly id: PageId | null
  readonly scope: PageScope
  readonly text: PageText
  readonly origin: PageOrigin
}

/** Pages of knowledge. Every change keeps what was there before and can be undone as a whole. */
export function createPages(deps: PagesDeps) {
  const { rows, newId } = deps
  const book = createPageBook(deps)
  const each = (
    ids: readonly PageId[],
    act: PageAct,
    change: (state: PageState) => PageState | null,
    author: PageVersion['author'] = 'person',
  ): PageChanged => {
    const common = book.begin(act, author)
    const writes = rows.byIds(ids).flatMap((row): PageWrite[] => {
      const next = change(book.stateOf(row))
      return next === null ? [] : [{ ...next, ...common }]
    })
    return book.store(common.changeId, writes)
  }
  return {
    ...createGoingBack(rows, book),
    get: (id: PageId): KnowledgePage => pageOf(book.known(id)),
    add: (scope: PageScope, text: PageText): PageChanged => {
      book.noSecret(text)
      const common = book.begin('created')
      const state = { id: newId('page'), scope, text, origin: null, archived: false, removed: false }
      return book.store(common.changeId, [{ ...state, ...common }])
    },
    /** A page that was read from a file does not change with it any more once the person has changed it. */
    edit: (id: PageId, text: PageText): PageChanged => {
      book.noSecret(text)
      const common = book.begin('edited')
      const state = book.stateOf(book.known(id))
      return book.store(common.changeId, [{ ...state, text, origin: byHand(state.origin), ...common }])
    },
    /** One act on many pages. Those it would not change are passed over. */
    bulk: (ids: readonly PageId[], bulk: PageBulk): PageChanged => {
      if (bulk.act === 'tag') book.noSecret({ title: '', body: '', tags: [bulk.tag] })
      return each(ids, BULK_ACTS[bulk.act], (state) => changedBy(state, bulk))
    },
    /** Stores pages read from files as one change. */
    take: (files: readonly FileWrite[]): PageChanged => {
      const common = book.begin('imported', 'import')
      const writes = files.map(({ id, scope, text, origin }): PageWrite => {
        const row = id === null ? null : rows.one(id)
        const archived = row !== null && row.archived_at !== null
        const fresh = { origin, archived, removed: false, ...common }
        if (row === null) return { id: id ?? newId('page'), scope, text, ...fresh }
        const tags = tagsWith(text.tags, tagsOf(row), rows.tagsOfFile(row.id))
        return { id: row.id, scope: scopeOf(row), text: { ...text, tags }, ...fresh, act: 'updated' }
      })
      return book.store(common.changeId, writes)
    },
    /** Pages whose files are gone. */
    takeAway: (ids: readonly PageId[]): PageChanged =>
      each(ids, 'removed', (state) => ({ ...state, removed: true }), 'import'),
    /** Lets go of what was removed before this moment. */
    purge: (before: number): number => rows.dropRemovedBefore(before),
  }
}

export type Pages = ReturnType<typeof createPages>

function createGoingBack(rows: PageRows, book: PageBook) {
  return {
    /** Takes a change back, unless something it touched was changed again. Taking back can be taken back. */
    undo: (changeId: PageChangeId): PageChanged => {
      const made = rows.ofChange(changeId)
      if (made.length === 0) throw noChange()
      const common = book.begin('restored')
      const writes = made.map((version): PageWrite => {
        const row = rows.one(version.page_id)
        if (row?.version !== version.version) {
          throw AppError.saying('knowledge.refused', say('page.changedSince'))
        }
        const was = rows.before(row.id, row.version)
        const state = book.stateOf(row)
        return { ...(was === null ? { ...state, removed: true } : asItWas(state, was)), ...common }
      })
      return book.store(common.changeId, writes)
    },
    /** Makes the words of an earlier version the newest again. */
    restore: (id: PageId, number: number): PageChanged => {
      const state = book.stateOf(book.known(id))
      const was = rows.version(number)
      if (was === null || was.page_id !== id) throw noChange()
      const common = book.begin('restored')
      const { text } = asItWas(state, was)
      return book.store(common.changeId, [{ ...state, text, origin: byHand(state.origin), ...common }])
    },
  }
}

function byHand(origin: PageOrigin | null): PageOrigin | null {
  return origin?.standing === 'follows' ? { ...origin, standing: 'edited' } : origin
}

/** Restores an old version but keeps the current state of its file. */
function asItWas(state: PageState, was: VersionRow): PageState {
  const { origin } = state
  const settled = origin === null || origin.standing === 'changed' || origin.standing === 'gone'
  return {
    ...state,
    text: { title: was.title, body: was.body, tags: tagsOf(was) },
    origin: settled || was.standing === null ? origin : { ...origin, standing: was.standing },
    scope: was.scope === null ? state.scope : scopeOf({ scope: was.scope, scope_id: was.scope_id ?? '' }),
    archived: was.archived === 1,
    removed: was.removed === 1,
  }
}

function noChange(): AppError {
  return AppError.saying('knowledge.not_found', say('page.noChange'))
}
