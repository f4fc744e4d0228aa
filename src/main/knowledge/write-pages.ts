import type { PageId } from '#shared/ids.ts'
import { type Chunk, chunksOf } from './index/chunks.ts'
import type { IndexDocs, IndexedPage } from './index/index-docs.ts'
import type { IndexSource } from './index/index-source.ts'

type Deps = { readonly docs: IndexDocs; readonly source: IndexSource }

/** Characters per work step: about 20 ms. */
const PIECE = 40_000
/** Base cost of a page beside its text. */
const PER_PAGE = 400

/** A page that is being written. `position` is the version that is read with it; null where it was only named. */
type Writing = {
  readonly page: IndexedPage
  readonly chunks: readonly Chunk[]
  readonly position: number | null
  next: number
}

/** Writes pages into the index, a piece at a time. A large page takes several pieces. */
export function createPageWriter({ docs, source }: Deps) {
  const pending = new Set<PageId>()
  let writing: Writing | null = null

  /** Starts indexing a page. Its old entries are deleted first, so that a half-written page is rewritten. */
  const begin = (id: PageId, position: number | null): Writing | null => {
    const page = source.page(id)
    if (page !== null && docs.versionOf(id) === page.version) return null
    docs.drop(id)
    return page === null ? null : { page, chunks: chunksOf(page.body), position, next: 0 }
  }
  const piece = (work: Writing, room: number): number => {
    let left = room
    while (left > 0) {
      // A page without words is found by its title.
      const chunk = work.chunks[work.next] ?? (work.next === 0 ? NO_WORDS : null)
      if (chunk === null) break
      docs.add(work.page, chunk)
      work.next += 1
      left -= chunk.end - chunk.start + 1
    }
    return left
  }
  const takeUp = (): { readonly found: boolean } => {
    const [named] = pending
    if (named !== undefined) {
      pending.delete(named)
      writing = begin(named, null)
      return { found: true }
    }
    const next = source.after(docs.position())
    if (next === null) return { found: false }
    writing = begin(next.page_id, next.version)
    if (writing === null) docs.setPosition(next.version)
    return { found: true }
  }

  return {
    /** Finds what the index lacks and what it has too much. */
    compare: (): void => {
      // The log can be older than the index when a copy of it was put back.
      if (docs.position() > source.newest()) docs.clear()
      const position = docs.position()
      const indexed = docs.indexed()
      const there = source.pages()
      for (const id of indexed.keys()) if (!there.has(id)) pending.add(id)
      for (const [id, version] of there) {
        if (version <= position && indexed.get(id) !== version) pending.add(id)
      }
    },
    changed: (ids: readonly string[]): void => {
      for (const id of ids) pending.add(id as PageId)
    },
    step: (): boolean => {
      let room = PIECE
      while (room > 0) {
        if (writing === null) {
          if (!takeUp().found) return false
          room -= PER_PAGE
          continue
        }
        room = piece(writing, room)
        if (writing.next < writing.chunks.length) continue
        const { page, position } = writing
        docs.setIndexed(page.id, page.version)
        if (position !== null) docs.setPosition(position)
        writing = null
      }
      return true
    },
    behind: (): number => pending.size + source.countAfter(docs.position()),
  }
}

const NO_WORDS: Chunk = { heading: '', start: 0, end: 0 }
