import { tmpdir } from 'node:os'
import BetterSqlite3 from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { MemoryId, ProjectId } from '#shared/ids.ts'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { openDatabase } from '../../src/main/database/open-database.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { createRedactor } from '../../src/main/lib/redact.ts'
import { memoryIndexPart } from '../../src/main/memory/index-part.ts'
import { createListRows } from '../../src/main/memory/list-rows.ts'
import { BY_PERSON, createMemory } from '../../src/main/memory/memory.ts'
import { createHeldRows } from '../../src/main/memory/pairs/held-rows.ts'
import { createMemoryPairs } from '../../src/main/memory/pairs/pairs.ts'
import { createMemoryRows } from '../../src/main/memory/rows.ts'
import { createMemorySearch } from '../../src/main/memory/searching.ts'
import { createUseRows } from '../../src/main/memory/use-rows.ts'
import { vectorsIndexPart } from '../../src/main/vectors/index-part.ts'
import { countingIds } from './counting-ids.ts'

export const PROJECT = 'prj_00000001' as ProjectId
export const OTHER = 'prj_00000002' as ProjectId
export const HERE: MemoryScope = { level: 'project', id: PROJECT }
export const THERE: MemoryScope = { level: 'project', id: OTHER }
export const USER: MemoryScope = { level: 'user' }

/** What is remembered over a real database with its real index, in this thread and written before every question. */
export function openMemoryRig() {
  const now = () => 1_700_000_000_000
  const db = openDatabase({ file: ':memory:', backups: tmpdir(), now, logger: silentLogger })
  const index = new BetterSqlite3(':memory:')
  onTestFinished(() => {
    index.close()
    db.close()
  })
  vectorsIndexPart.load?.(index)
  for (const { schema } of [vectorsIndexPart, memoryIndexPart]) index.exec(schema)
  const part = memoryIndexPart.open({ index, log: db })
  const redactor = createRedactor()
  const rows = createMemoryRows(db)
  const lists = createListRows(db)
  const memory = createMemory({
    ...{ rows, now, newId: countingIds() },
    isSecret: (text) => redactor.text(text) !== text,
    changed: part.changed,
  })
  const ask = (question: unknown): unknown => {
    while (part.step());
    return part.ask(question)
  }
  const search = createMemorySearch({ ...{ rows, lists, now }, ask: async (question) => ask(question) })
  const pairs = createMemoryPairs({
    ...{ rows, memory, now, held: createHeldRows(db), changed: () => {} },
    ask: async (question) => ask(question),
  })
  return {
    ...{ db, memory, lists, search, pairs, ask, uses: createUseRows(db), now, redactor },
    keep: (scope: MemoryScope, key: string, content: string): MemoryId => {
      const [id] = memory.save(scope, { key, content, tags: [] }, BY_PERSON).ids
      if (id === undefined) throw new Error('Nothing was kept.')
      return id
    },
  }
}
