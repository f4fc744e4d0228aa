import { knowledgeIndexPart } from '../knowledge/index-part.ts'
import { createPageListRows } from '../knowledge/page-list-rows.ts'
import { createPageReading } from '../knowledge/page-reading.ts'
import { createPageRows } from '../knowledge/page-rows.ts'
import { createPageSearch } from '../knowledge/page-search.ts'
import { createPages } from '../knowledge/pages.ts'
import { createRetrieveTool } from '../knowledge/tools/retrieve.ts'
import type { MemoryDeps } from './open-memory.ts'

/** How long what was removed can be had back. */
const KEPT_REMOVED_MS = 30 * 24 * 60 * 60 * 1000

/** Pages of knowledge: kept, found, and offered to agents. */
export function openKnowledge({ storage, clock, newId, redactor, tell }: Omit<MemoryDeps, 'logger'>) {
  const { db, index, store } = storage
  const { now } = clock
  const rows = createPageRows(db)
  const lists = createPageListRows(db)
  const part = knowledgeIndexPart.name
  const pages = createPages({
    ...{ rows, now, newId },
    isSecret: (text) => redactor.text(text) !== text,
    changed: (ids) => {
      index.changed(part, ids)
      tell({ kind: 'knowledge.changed' })
    },
  })
  const search = createPageSearch({
    ...{ rows, lists, now },
    ask: (question, signal) => index.ask(part, question, signal),
  })
  const retrieve = createRetrieveTool({
    search,
    projectOf: (sessionId) => store.folds(sessionId).session?.meta.projectId ?? null,
  })
  return {
    ...{ pages, search, reading: createPageReading({ rows, lists }) },
    tools: [retrieve],
    purge: () => void pages.purge(now() - KEPT_REMOVED_MS),
  }
}
