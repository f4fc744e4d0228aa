import { ITEM_FIELDS } from '#shared/context/item-fields.ts'
import type { SessionId } from '#shared/ids.ts'
import type { MemoryHow } from '#shared/memory/memory.ts'
import type { RecallSettings } from '#shared/memory/recall-settings.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { Storage } from '../../app/storage/open-storage.ts'
import { stillRead } from '../../context/branch/still-read.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { PathOf } from '../../runs/run/closing.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { ReadMeaning } from '../../vectors/question-reader.ts'
import { MOST_RECALLED, recalledItem, whatFits } from '../recalled.ts'
import { isRecalled, recallsIn } from '../recalls.ts'
import type { MemorySearch, RankedMemory } from '../searching.ts'
import type { UseRows } from '../use-rows.ts'

type Deps = {
  readonly search: Pick<MemorySearch, 'fitting'>
  readonly readMeaning: ReadMeaning
  readonly uses: Pick<UseRows, 'add'>
  readonly log: Pick<RunLog, 'folds'>
  readonly pathOf: PathOf
  readonly reader: Pick<Storage['reader'], 'event'>
  readonly newId: NewId
  readonly now: () => number
  readonly countTokens: (text: string) => number
  readonly logger: Logger
}

/** `room`: how many tokens of a request may be memories; null where that is not known. */
type Settled = Pick<RecallSettings, 'recall' | 'minScore'> & { readonly room: number | null }

/** A question does not wait longer than this for what is remembered. */
const LIMIT_MS = 1_500

/**
 * Gives a run what is remembered about its question, once, before the first request. A run without it is still a run:
 * what goes wrong here is noted and nothing more.
 */
export function createRecall(deps: Deps) {
  const { search, readMeaning, uses, log, pathOf, reader, newId, now, countTokens, logger } = deps
  const questionOf = (run: RunHandle): string | null => {
    const { kind, inputEventId } = run.record()
    if (kind !== 'chat' || inputEventId === undefined) return null
    // With later events on the branch the run is a resumed one that already has its memories.
    const leaf = log.folds(run.sessionId).contexts[run.contextId]?.leaf ?? null
    const event = leaf === null ? null : reader.event(leaf)
    return event?.kind === 'message' && event.payload.message.role === 'user'
      ? textOf(event.payload.message)
      : null
  }
  return async (run: RunHandle, settled: Settled): Promise<void> => {
    const question = settled.recall ? questionOf(run) : null
    if (question === null) return
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(LIMIT_MS)])
    try {
      const projectId = projectOf(log, run.sessionId)
      const { near, missed } = await readMeaning(question, signal)
      const wanted = { question, projectId, minScore: settled.minScore, near }
      const told = recallsIn(stillRead(pathOf(run.sessionId, run.contextId)))
      // As many more are looked up as the branch tells already.
      const limit =
        MOST_RECALLED + told.reduce((sum, one) => sum + (ITEM_FIELDS.memories(one)?.length ?? 0), 0)
      const found = await search.fitting({ ...wanted, limit }, signal)
      const ranked = found.filter(({ item }) => !isRecalled(item, told)).slice(0, MOST_RECALLED)
      if (ranked.length === 0) return
      const eventId = newId('event')
      const fitting = whatFits(ranked, settled.room ?? Number.POSITIVE_INFINITY, countTokens)
      run.publish([
        {
          kind: 'harness.item',
          id: eventId,
          payload: recalledItem(fitting.told, { missed, left: fitting.left }),
        },
      ])
      const { runId, sessionId } = run
      const common = { runId, sessionId, eventId, at: now() }
      const used = (how: MemoryHow) => (each: RankedMemory) => ({
        ...common,
        how,
        itemId: each.item.id,
        score: each.score,
      })
      uses.add([...fitting.told.map(used('recalled')), ...fitting.left.map(used('left_out'))])
    } catch (error) {
      run.signal.throwIfAborted()
      logger.warn('What is remembered could not be looked up', { reason: String(error) })
    }
  }
}

export type Recall = ReturnType<typeof createRecall>

function projectOf(log: Pick<RunLog, 'folds'>, sessionId: SessionId) {
  return log.folds(sessionId).session?.meta.projectId ?? null
}
