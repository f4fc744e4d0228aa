import type { Database } from 'better-sqlite3'
import type { AppEvent } from '#shared/events/delivery.ts'
import { createTokenCounter } from '../context/count-tokens.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import type { Redactor } from '../lib/redact.ts'
import { createListRows } from '../memory/list-rows.ts'
import { createMemory } from '../memory/memory.ts'
import { createMemoryReading } from '../memory/reading.ts'
import { createMemoryRows } from '../memory/rows.ts'
import { createUseRows } from '../memory/use-rows.ts'

export type MemoryDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly newId: NewId
  /** Knows the values of the vault that have passed, and what secrets look like. */
  readonly redactor: Pick<Redactor, 'text'>
  readonly tell: (event: AppEvent) => void
}

/** How long what was removed can be had back. */
const KEPT_REMOVED_MS = 30 * 24 * 60 * 60 * 1000

/** What is remembered beyond one chat. */
export function openMemory({ db, clock, newId, redactor, tell }: MemoryDeps) {
  const { now } = clock
  const rows = createMemoryRows(db)
  const uses = createUseRows(db)
  const memory = createMemory({
    ...{ rows, now, newId },
    isSecret: (text) => redactor.text(text) !== text,
    changed: () => tell({ kind: 'memory.changed' }),
  })
  const count = createTokenCounter()
  const reading = createMemoryReading({
    ...{ rows, uses, now },
    lists: createListRows(db),
    countTokens: count.text,
  })
  return { memory, reading, uses, purge: () => memory.purge(now() - KEPT_REMOVED_MS) }
}

export type MemoryRoom = ReturnType<typeof openMemory>
