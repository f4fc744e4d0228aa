import { z } from 'zod'
import {
  type EventId,
  type Millis,
  type PageChangeId,
  PageFolderId,
  PageId,
  type ProjectId,
  type RunId,
  type SessionId,
} from '../ids.ts'
import { MemoryScope } from '../memory/memory.ts'

/** Size limits of one page. */
export const PAGE_LIMITS = { title: 300, body: 1_000_000, tags: 20, tag: 60 } as const

/** The scope of a page, the same type as for memories. It is never part of a title. */
export const PageScope = MemoryScope
export type PageScope = z.infer<typeof PageScope>

export const PageTag = z.string().trim().min(1).max(PAGE_LIMITS.tag)

/** The contents of a page. The body is Markdown. */
export const PageText = z.strictObject({
  title: z.string().trim().min(1).max(PAGE_LIMITS.title),
  body: z.string().max(PAGE_LIMITS.body),
  tags: z.array(PageTag).max(PAGE_LIMITS.tags),
})
export type PageText = z.infer<typeof PageText>

/**
 * The relation of a page to its source file. `follows`: updates with the file. `edited`: the person edited
 * the page, so it no longer updates. `changed` and `gone`: the file changed or vanished after that edit.
 * `apart`: the file is no longer watched.
 */
export const PageStanding = z.enum(['follows', 'edited', 'changed', 'gone', 'apart'])
export type PageStanding = z.infer<typeof PageStanding>

/** The source file of a page. `folderId` is null for a file outside a followed folder. */
export type PageFile = {
  readonly folderId: PageFolderId | null
  /** Relative to the folder, with slashes; the whole path where it stands apart. */
  readonly file: string
  readonly standing: PageStanding
}

/** A page without its words. */
export type KnowledgePage = Omit<PageText, 'body'> & {
  readonly id: PageId
  readonly scope: PageScope
  /** Null: it was written here. */
  readonly source: PageFile | null
  /** The beginning as plain text. */
  readonly excerpt: string
  readonly version: number
  readonly createdAt: Millis
  readonly updatedAt: Millis
  readonly archivedAt: Millis | null
}

export const PageAct = z.enum([
  'created',
  'edited',
  'imported',
  'updated',
  'moved',
  'archived',
  'unarchived',
  'removed',
  'restored',
])
export type PageAct = z.infer<typeof PageAct>

/** Pages were written into files. Of several: the folder they are in. */
export type PageExported = { readonly fileName: string; readonly count: number }

/** A page as one change left it, without its words. */
export type PageVersion = {
  readonly version: number
  readonly changeId: PageChangeId
  readonly act: PageAct
  readonly author: 'person' | 'import'
  readonly title: string
  readonly at: Millis
}

/** A link between two pages. `page` is null where no page has that name or file. */
export type PageLink = { readonly target: string; readonly page: Pick<KnowledgePage, 'id' | 'title'> | null }

/** A run that was given a passage of a page. */
export type PageUse = {
  readonly runId: RunId
  readonly sessionId: SessionId
  readonly projectId: ProjectId | null
  /** The message the run worked on. */
  readonly eventId: EventId | null
  /** Null when that chat is gone. */
  readonly title: string | null
  /** The headings the passage stands under. */
  readonly heading: string
  /** The agent's search query. */
  readonly query: string
  readonly score: number
  readonly at: Millis
}

/** A page with its words, what it was before, what it is linked with, and where it went. */
export type PageDetail = {
  readonly page: KnowledgePage
  readonly body: string
  /** Newest first; the newest few of them. */
  readonly history: readonly PageVersion[]
  readonly linksTo: readonly PageLink[]
  readonly linkedFrom: readonly Pick<KnowledgePage, 'id' | 'title'>[]
  /** Newest first; the newest few of them. */
  readonly uses: readonly PageUse[]
  /** Number of runs that received parts of it. */
  readonly runs: number
}

/** The page filter. Missing fields match everything; without `archived` only active pages match. */
export const PageFilter = z.strictObject({
  scope: z.exactOptional(PageScope),
  tag: z.exactOptional(PageTag),
  source: z.exactOptional(z.union([z.literal('typed'), PageFolderId])),
  archived: z.exactOptional(z.literal(true)),
})
export type PageFilter = z.infer<typeof PageFilter>

/** A page of a list. Where something was searched for: the part that fits best, under its heading. */
export type PageHit = {
  readonly page: KnowledgePage
  readonly found: { readonly heading: string; readonly text: string } | null
  /** Semantic similarity to the query from 0 to 1, for semantic matches. */
  readonly meaning?: number
}
export type PageHits = { readonly hits: readonly PageHit[]; readonly total: number }

/** Page counts per facet. Archived pages count only as archived. */
export type PageFacets = {
  readonly all: number
  readonly user: number
  readonly projects: readonly { readonly id: string; readonly count: number }[]
  readonly typed: number
  readonly folders: readonly { readonly id: PageFolderId; readonly path: string; readonly count: number }[]
  readonly tags: readonly { readonly tag: string; readonly count: number }[]
  readonly archived: number
}

/** The result of a change, with the id for undo. */
export type PageChanged = { readonly changeId: PageChangeId; readonly ids: readonly PageId[] }

/** A bulk action on pages. */
export const PageBulk = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('tag'), tag: PageTag }),
  z.strictObject({ act: z.literal('untag'), tag: PageTag }),
  z.strictObject({ act: z.literal('move'), to: PageScope }),
  z.strictObject({ act: z.literal('archive') }),
  z.strictObject({ act: z.literal('unarchive') }),
  z.strictObject({ act: z.literal('remove') }),
])
export type PageBulk = z.infer<typeof PageBulk>

export const PageIds = z.array(PageId).min(1).max(10_000)
