import { z } from 'zod'
import { PageChangeId, PageFolderId, PageId } from '../../ids.ts'
import type { PageWork } from '../../knowledge/folder.ts'
import {
  PageBulk,
  type PageChanged,
  type PageDetail,
  type PageExported,
  type PageFacets,
  PageFilter,
  type PageHit,
  type PageHits,
  PageIds,
  PageScope,
  PageText,
} from '../../knowledge/page.ts'
import { call, personCall } from '../call.ts'

const place = { limit: z.number().int().min(1).max(500), offset: z.number().int().min(0) }

/** Pages of knowledge: looked at, changed, and changed back. */
export const KNOWLEDGE_CALLS = {
  /** The newest first. */
  'knowledge.list': call<PageHits>()(() => z.strictObject({ filter: PageFilter, ...place })),
  /** Every word that is typed counts, each as a beginning. Best first. */
  'knowledge.search': call<PageHits>()(() =>
    z.strictObject({ text: z.string().trim().min(1).max(1_000), filter: PageFilter, ...place }),
  ),
  /** Pages with a part that means something like a text, by the model chosen for it. Empty without one. */
  'knowledge.meant': call<readonly PageHit[]>()(() =>
    z.strictObject({ text: z.string().trim().min(1).max(1_000), filter: PageFilter }),
  ),
  'knowledge.facets': call<PageFacets>()(() => z.strictObject({})),
  'knowledge.get': call<PageDetail>()(() => z.strictObject({ id: PageId })),
  /** Without an id: a new page. */
  'knowledge.set': call<PageChanged>()(() =>
    z.strictObject({ id: PageId.nullable(), scope: PageScope, text: PageText }),
  ),
  /** One act on many pages. Those it would not change are passed over. */
  'knowledge.bulk': call<PageChanged>()(() => z.strictObject({ ids: PageIds, bulk: PageBulk })),
  'knowledge.undo': call<PageChanged>()(() => z.strictObject({ changeId: PageChangeId })),
  /** Makes the words of an earlier version the newest again. */
  'knowledge.restore': call<PageChanged>()(() => z.strictObject({ id: PageId, version: z.number().int() })),
  /** The words of its file for a page the person changed; theirs stay in the history. */
  'knowledge.take': call<PageChanged>()(() => z.strictObject({ id: PageId })),
  /** Begins to read a folder into pages, and to follow it. Answers at once. */
  'knowledge.import': personCall<PageFolderId>()(() =>
    z.strictObject({ path: z.string().min(1).max(4_096), scope: PageScope }),
  ),
  /** Writes pages as Markdown: one into a file, several into a folder. Main asks where to. Null: nowhere after all. */
  'knowledge.export': call<PageExported | null>()(() => z.strictObject({ ids: PageIds })),
  'knowledge.work': call<PageWork>()(() => z.strictObject({})),
  /** Stops reading the folder. Pages read so far are kept. */
  'knowledge.stop': call<null>()(() => z.strictObject({ id: PageFolderId })),
  'knowledge.again': call<null>()(() => z.strictObject({ id: PageFolderId })),
  /** Lets go of a folder; its pages stay. */
  'knowledge.drop': call<null>()(() => z.strictObject({ id: PageFolderId })),
} as const
