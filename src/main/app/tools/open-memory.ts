import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { scopesSeenIn } from '#shared/memory/seen-scopes.ts'
import { createTokenCounter } from '../../context/budget/count-tokens.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Redactor } from '../../lib/redact.ts'
import { createRecall } from '../../memory/chats/recall.ts'
import { memoryIndexPart } from '../../memory/index-part.ts'
import type { MemoryQuestion } from '../../memory/index-question.ts'
import { createListRows } from '../../memory/list-rows.ts'
import { createMemory } from '../../memory/memory.ts'
import { createNoteRows } from '../../memory/note-rows.ts'
import { createHeldRows } from '../../memory/pairs/held-rows.ts'
import { createMemoryPairs } from '../../memory/pairs/pairs.ts'
import { createProposalRows } from '../../memory/proposals/proposal-rows.ts'
import { createProposals } from '../../memory/proposals/proposals.ts'
import { createMemoryReading } from '../../memory/reading.ts'
import { createMemoryRows } from '../../memory/rows.ts'
import { createMemorySearch } from '../../memory/searching.ts'
import { createStoreRows } from '../../memory/stores/store-rows.ts'
import { createMemoryStores } from '../../memory/stores/stores.ts'
import { createMemoryTools } from '../../memory/tools/memory-tools.ts'
import { createMemoryTransfer } from '../../memory/transfer.ts'
import { createUseRows } from '../../memory/use-rows.ts'
import type { ReadMeaning } from '../../vectors/question-reader.ts'
import type { Storage } from '../storage/open-storage.ts'

export type MemoryDeps = {
  readonly storage: Pick<Storage, 'db' | 'index' | 'store' | 'reader' | 'paths'>
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  /** Knows the values of the vault that have passed, and what secrets look like. */
  readonly redactor: Pick<Redactor, 'text'>
  /** Registers every vault value that is readable without asking the person. */
  readonly acquaint: (signal: AbortSignal) => Promise<void>
  readonly tell: (event: AppEvent) => void
  /** Embeds a question if an embedding model is chosen. */
  readonly readMeaning: ReadMeaning
}

/** Time deleted items can be restored, in milliseconds. */
const KEPT_REMOVED_MS = 30 * 24 * 60 * 60 * 1000

/** Opens long-term memory: storage, search, automatic recall and tools. */
export function openMemory({
  storage,
  clock,
  newId,
  logger,
  redactor,
  acquaint,
  tell,
  readMeaning,
}: MemoryDeps) {
  const { db, index, store, reader } = storage
  const { now } = clock
  const rows = createMemoryRows(db)
  const uses = createUseRows(db)
  const lists = createListRows(db)
  const part = memoryIndexPart.name
  const memory = createMemory({
    rows,
    now,
    newId,
    isSecret: (text) => redactor.text(text) !== text,
    changed: (ids) => {
      index.changed(part, ids)
      tell({ kind: 'memory.changed' })
    },
  })
  const ask = (question: MemoryQuestion, signal: AbortSignal) => index.ask(part, question, signal)
  const search = createMemorySearch({ rows, lists, now, ask })
  const pairs = createMemoryPairs({
    ask,
    rows,
    memory,
    now,
    held: createHeldRows(db),
    changed: () => tell({ kind: 'memory.changed' }),
  })
  const count = createTokenCounter()
  const reading = createMemoryReading({ rows, lists, uses, now, countTokens: count.text })
  const tools = createMemoryTools({
    memory,
    search,
    readMeaning,
    acquaint,
    uses,
    now,
    projectOf: (sessionId: SessionId) => store.folds(sessionId).session?.meta.projectId ?? null,
    questionOf: ({ sessionId, runId }) => store.folds(sessionId).runs[runId]?.inputEventId ?? null,
  })
  const recall = createRecall({
    search,
    readMeaning,
    uses,
    log: store,
    reader,
    newId,
    now,
    logger,
    pathOf: storage.paths.recent,
    countTokens: count.text,
  })
  const purge = () => void memory.purge(now() - KEPT_REMOVED_MS)
  const transfer = createMemoryTransfer({ memory, lists, now })
  const stores = createMemoryStores({ memory, rows: createStoreRows(db), now })
  const proposals = createProposals({
    rows: createProposalRows(db),
    memory,
    search,
    readMeaning,
    acquaint,
    newId,
    now,
    changed: () => tell({ kind: 'memory.changed' }),
  })
  /** Whether a chat of this project has anything to look up. */
  const hasFor = (projectId: ProjectId | null) => scopesSeenIn(projectId).some(rows.hasAny)
  const ofUser = () => memory.inScope({ level: 'user' })
  return {
    acquaint,
    notes: createNoteRows(db),
    memory,
    hasFor,
    ofUser,
    pairs,
    proposals,
    stores,
    reading,
    search,
    transfer,
    uses,
    tools,
    recall,
    purge,
  }
}
