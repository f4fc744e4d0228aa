import { z } from 'zod'
import { PageChangeId, PageId } from '../../ids.ts'
import {
  type PageChanged,
  type PageDetail,
  type PageFacets,
  PageFilter,
  type PageHits,
  PageIds,
  PageScope,
  PageText,
} from '../../knowledge/page.ts'
import { call } from '../call.ts'

const place = { limit: z.number().int().min(1).max(500), offset: z.number().int().min(0) }

/** Pages of knowledge: looked at, changed, and changed back. */
export const KNOWLEDGE_CALLS = {
  /** The newest first. */
  'knowledge.list': call<PageHits>()(z.strictObject({ filter: PageFilter, ...place })),
  /** Every word that is typed counts, each as a beginning. Best first. */
  'knowledge.search': call<PageHits>()(
    z.strictObject({ text: z.string().trim().min(1).max(1_000), filter: PageFilter, ...place }),
  ),
  'knowledge.facets': call<PageFacets>()(z.strictObject({})),
  'knowledge.get': call<PageDetail>()(z.strictObject({ id: PageId })),
  /** Without an id: a new page. */
  'knowledge.set': call<PageChanged>()(
    z.strictObject({ id: PageId.nullable(), scope: PageScope, text: PageText }),
  ),
  'knowledge.archive': call<PageChanged>()(z.strictObject({ ids: PageIds, archived: z.boolean() })),
  'knowledge.remove': call<PageChanged>()(z.strictObject({ ids: PageIds })),
  'knowledge.undo': call<PageChanged>()(z.strictObject({ changeId: PageChangeId })),
  /** Makes the words of an earlier version the newest again. */
  'knowledge.restore': call<PageChanged>()(z.strictObject({ id: PageId, version: z.number().int() })),
} as const
