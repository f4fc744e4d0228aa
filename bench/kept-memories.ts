import type { ProjectId } from '#shared/ids.ts'
import { createMemoryRows, type Write } from '../src/main/memory/rows.ts'
import { countingIds } from '../test/support/data/counting-ids.ts'
import type { openMeasured } from './bench-log.ts'
import type { createWords } from './search-words.ts'

export const NOW = 1_700_000_000_000
export const PROJECTS = Array.from({ length: 4 }, (_, at) => `prj_0000000${at + 1}` as ProjectId)
const AT_ONCE = 1_000

type Words = ReturnType<typeof createWords>

/** Keeps so many memories for four projects, a tenth of them for all. */
export function keepMemories(db: ReturnType<typeof openMeasured>, words: Words, items: number): void {
  db.pragma('synchronous = OFF')
  const rows = createMemoryRows(db)
  const newId = countingIds()
  const write = (at: number): Write => ({
    id: newId('memory'),
    changeId: newId('memoryChange'),
    act: 'imported',
    author: 'import',
    at: NOW - at,
    removed: false,
    source: null,
    scope: at % 10 === 0 ? { level: 'user' } : { level: 'project', id: projectAt(at) },
    text: { key: `${words.middling()} ${at}`, content: words.message(), tags: [words.middling()] },
  })
  for (let first = 0; first < items; first += AT_ONCE) {
    rows.write(Array.from({ length: AT_ONCE }, (_, at) => write(first + at)))
  }
  db.pragma('wal_checkpoint(TRUNCATE)')
}

function projectAt(at: number): ProjectId {
  const [first] = PROJECTS
  if (first === undefined) throw new Error('There are no projects.')
  return PROJECTS[at % PROJECTS.length] ?? first
}
