import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId, RunId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { CompactionPreview } from '#shared/session/compaction.ts'
import type { CompactionPlan } from '../../context/compaction/compaction-plan.ts'
import type { Lane } from '../chats/lane.ts'
import { leafMoved } from '../run/leaf-moved.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Compaction } from './compaction.ts'
import type { CompactionScene } from './compaction-scene.ts'

type Deps = {
  readonly log: RunLog
  readonly lane: Pick<Lane, 'idleOnly' | 'tend'>
  readonly compaction: Pick<Compaction, 'planOf' | 'byHand'>
  readonly sceneOf: (sessionId: SessionId) => Promise<CompactionScene>
  readonly event: (id: EventId) => DurableEvent | null
  /** Called when the next request of the chat changed. */
  readonly changed: (sessionId: SessionId) => void
}

/** Creates the person's compaction actions: preview, run and undo. */
export function createCompactionByHand({ log, lane, compaction, sceneOf, event, changed }: Deps) {
  return {
    /** Returns the gain of a compaction now; null for no gain. */
    preview: async (sessionId: SessionId): Promise<CompactionPreview | null> => {
      const scene = await sceneOf(sessionId)
      const plan = compaction.planOf(scene, 'asked')
      return plan === null ? null : previewOf(scene, plan)
    },
    /** Starts a compaction. Nothing else writes to the chat until it has ended. */
    start: async (sessionId: SessionId, note: string): Promise<RunId> => {
      lane.idleOnly(sessionId)
      const scene = await sceneOf(sessionId)
      const plan = compaction.planOf(scene, 'asked')
      if (plan === null) throw AppError.saying('session.not_found', say('compact.nothing'))
      const { spec, work } = compaction.byHand(scene, plan, note)
      return lane.tend(sessionId, spec, async (run) => {
        await work(run)
        changed(sessionId)
      })
    },
    /** Takes the newest compaction back: what was said is read in full again. */
    undo: (sessionId: SessionId): void => {
      lane.idleOnly(sessionId)
      const { session, contexts } = log.folds(sessionId)
      const contextId = session?.meta.activeContextId ?? null
      const leaf = contextId === null ? null : (contexts[contextId]?.leaf ?? null)
      const last = leaf === null ? null : event(leaf)
      if (contextId === null || last?.kind !== 'compact') {
        throw AppError.saying('session.not_found', say('compact.wentOn'))
      }
      log.publish(sessionId, [leafMoved(contextId, last.parentId, 'rewind')])
      changed(sessionId)
    },
  }
}

export type CompactionByHand = ReturnType<typeof createCompactionByHand>

/** The usual ratio of a summary to its source. */
const USUAL_SHARE = 0.12

function previewOf(scene: CompactionScene, plan: CompactionPlan): CompactionPreview {
  const before = scene.sizeWith([])
  const summary = Math.min(plan.summaryTokens, Math.max(150, Math.ceil(plan.olderTokens * USUAL_SHARE)))
  const messages = (events: readonly DurableEvent[]) =>
    events.filter((each) => each.kind === 'message').length
  return {
    before,
    after: Math.max(0, before - plan.olderTokens + summary),
    summarised: messages(plan.older),
    kept: messages(plan.kept),
  }
}
