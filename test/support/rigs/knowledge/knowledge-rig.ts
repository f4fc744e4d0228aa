import type { PageId } from '#shared/ids.ts'
import type { PageScope } from '#shared/knowledge/page.ts'
import { knowledgeIndexPart } from '../../../../src/main/knowledge/index/index-part.ts'
import { createPageListRows } from '../../../../src/main/knowledge/page-list-rows.ts'
import { createPageRows } from '../../../../src/main/knowledge/page-rows.ts'
import { createPageSearch } from '../../../../src/main/knowledge/page-search.ts'
import { createPageUseRows } from '../../../../src/main/knowledge/page-use-rows.ts'
import { createPages } from '../../../../src/main/knowledge/pages.ts'
import { createPageReading } from '../../../../src/main/knowledge/reading/page-reading.ts'
import { createRedactor } from '../../../../src/main/lib/redact.ts'
import { countingIds } from '../../data/counting-ids.ts'
import { now, openIndexRig } from './index-rig.ts'

/** Pages over a real database with their real index, in this thread and written before every question. */
export function openKnowledgeRig() {
  const { db, index, part, settle, ask } = openIndexRig(knowledgeIndexPart)
  const redactor = createRedactor()
  const rows = createPageRows(db)
  const lists = createPageListRows(db)
  const uses = createPageUseRows(db)
  const newId = countingIds()
  const isSecret = (text: string) => redactor.text(text) !== text
  const pages = createPages({ rows, now, newId, isSecret, changed: part.changed })
  const search = createPageSearch({ rows, lists, now, ask: async (question) => ask(question) })
  return {
    db,
    index,
    part,
    pages,
    rows,
    lists,
    uses,
    search,
    settle,
    newId,
    now,
    isSecret,
    redactor,
    reading: createPageReading({ rows, lists, uses }),
    keep: (scope: PageScope, title: string, body: string, tags: string[] = []): PageId => {
      const [id] = pages.add(scope, { title, body, tags }).ids
      if (id === undefined) throw new Error('Nothing was kept.')
      return id
    },
  }
}
