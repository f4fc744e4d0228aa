import type { MemoryId, ProjectId } from '#shared/ids.ts'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { createRedactor } from '../../../../src/main/lib/redact.ts'
import { memoryIndexPart } from '../../../../src/main/memory/index-part.ts'
import { createListRows } from '../../../../src/main/memory/list-rows.ts'
import { BY_PERSON, createMemory } from '../../../../src/main/memory/memory.ts'
import { createHeldRows } from '../../../../src/main/memory/pairs/held-rows.ts'
import { createMemoryPairs } from '../../../../src/main/memory/pairs/pairs.ts'
import { createMemoryRows } from '../../../../src/main/memory/rows.ts'
import { createMemorySearch } from '../../../../src/main/memory/searching.ts'
import { createUseRows } from '../../../../src/main/memory/use-rows.ts'
import { countingIds } from '../../data/counting-ids.ts'
import { now, openIndexRig } from './index-rig.ts'

export const PROJECT = 'prj_00000001' as ProjectId
export const OTHER = 'prj_00000002' as ProjectId
export const HERE: MemoryScope = { level: 'project', id: PROJECT }
export const THERE: MemoryScope = { level: 'project', id: OTHER }
export const USER: MemoryScope = { level: 'user' }

/** What is remembered over a real database with its real index, in this thread and written before every question. */
export function openMemoryRig() {
  const { db, part, ask } = openIndexRig(memoryIndexPart)
  const redactor = createRedactor()
  const rows = createMemoryRows(db)
  const lists = createListRows(db)
  const memory = createMemory({
    rows,
    now,
    newId: countingIds(),
    isSecret: (text) => redactor.text(text) !== text,
    changed: part.changed,
  })
  const search = createMemorySearch({ rows, lists, now, ask: async (question) => ask(question) })
  const pairs = createMemoryPairs({
    rows,
    memory,
    now,
    held: createHeldRows(db),
    changed: () => {},
    ask: async (question) => ask(question),
  })
  return {
    db,
    memory,
    lists,
    search,
    pairs,
    ask,
    uses: createUseRows(db),
    now,
    redactor,
    keep: (scope: MemoryScope, key: string, content: string): MemoryId => {
      const [id] = memory.save(scope, { key, content, tags: [] }, BY_PERSON).ids
      if (id === undefined) throw new Error('Nothing was kept.')
      return id
    },
  }
}
