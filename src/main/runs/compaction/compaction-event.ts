import type { NewDurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import type { Plan } from '#shared/plan/plan.ts'
import { currentPlan, isPlanOver } from '#shared/plan/plan-progress.ts'
import { carriedNotes, coveredByNotes } from '../../context/compaction/compaction-notes.ts'
import type { CompactionNeed, CompactionPlan } from '../../context/compaction/compaction-plan.ts'
import { composeSummary, digestOf } from '../../context/compaction/compaction-summary.ts'
import { keptWords } from '../../context/compaction/kept-words.ts'
import { DIGEST_STANDS_IN } from '../run/notices.ts'
import type { RunLog } from '../run/run-log.ts'
import type { CompactionScene } from './compaction-scene.ts'

/** The model's summary, or the kind of replacement without one. */
type Told = {
  readonly summary: string | null
  readonly without: 'notes' | 'digest'
  readonly trigger: 'auto' | 'manual'
}
type CompactEvent = Extract<NewDurableEvent, { kind: 'compact' }>

type PlanOf = (scene: CompactionScene, need: CompactionNeed, until: EventId) => CompactionPlan | null

/** Creates the events of a compaction: summary, carried notes and origin. */
export function createCompactionEvents(log: Pick<RunLog, 'folds'>, planOf: PlanOf) {
  const compactOf = (scene: CompactionScene, plan: CompactionPlan, told: Told): CompactEvent => {
    const { plans, notes: all } = log.folds(scene.sessionId)
    const countText = scene.count.text
    const { notes, tokens } = carriedNotes(all, plan, countText)
    const left = { ...plan, summaryTokens: plan.summaryTokens - tokens }
    const text = told.summary ?? digestOf(left, Object.values<Plan>(plans), countText)
    // A digest says itself what is open.
    const followed = told.summary === null ? null : currentPlan(plans)
    const steps = followed === null || isPlanOver(followed) ? null : followed
    const byRule = told.summary === null ? {} : { byRule: keptWords(scene.path(), plan.through) }
    const payload: CompactEvent['payload'] = {
      summary: composeSummary(text, { ...left, steps, ...byRule }, countText),
      compactedThrough: plan.through,
      tokensBefore: scene.sizeWith([]),
      tokensAfter: 0,
      trigger: told.trigger,
      facts: scene.facts(),
      ...(told.summary === null ? { source: told.without } : {}),
      ...(notes.length === 0 ? {} : { notes: [...notes] }),
    }
    const tokensAfter = scene.sizeWith([{ kind: 'compact', payload }])
    return { kind: 'compact', payload: { ...payload, tokensAfter } }
  }

  const events = (scene: CompactionScene, plan: CompactionPlan, told: Told): NewDurableEvent[] =>
    told.summary === null ? [DIGEST_STANDS_IN, compactOf(scene, plan, told)] : [compactOf(scene, plan, told)]

  /**
   * A compaction for which no model is asked, because an agent's notes account for the older part; null when they do
   * not, or when it would not make room enough.
   */
  const fromNotes = (scene: CompactionScene, need: CompactionNeed): CompactEvent | null => {
    const { notes } = log.folds(scene.sessionId)
    const until = coveredByNotes(scene.path(), notes, scene.count.text)
    const plan = until === null ? null : planOf(scene, need, until)
    if (plan === null) return null
    const compact = compactOf(scene, plan, { summary: null, without: 'notes', trigger: 'auto' })
    const { notes: carried, tokensAfter } = compact.payload
    return carried === undefined || tokensAfter > scene.threshold ? null : compact
  }

  return { events, fromNotes }
}
