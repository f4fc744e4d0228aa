import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import type { Plan } from '#shared/plan/plan.ts'
import { currentPlan, isPlanOver } from '#shared/plan/plan-progress.ts'
import { cutPath } from '../../context/branch/cut.ts'
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
  /** Whether the summary was kept in the background before. */
  readonly isKept?: true
  readonly trigger: 'auto' | 'manual'
}
type CompactEvent = Extract<NewDurableEvent, { kind: 'compact' }>

type PlanOf = (scene: CompactionScene, need: CompactionNeed, until?: EventId) => CompactionPlan | null

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
      ...(told.summary === null ? { source: told.without } : told.isKept ? { source: 'kept' as const } : {}),
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

  /**
   * A compaction with the summary that is kept in the background, for which no model is asked; null where there is none,
   * or where what was said since it was made is too much to stay.
   */
  const fromKept = (
    scene: CompactionScene,
    need: CompactionNeed,
    trigger: Told['trigger'],
  ): CompactEvent | null => {
    const kept = log.folds(scene.sessionId).contexts[scene.contextId]?.side?.summary
    if (kept === undefined || !isUnread(scene.path(), kept.through)) return null
    const plan = planOf(scene, need, kept.through)
    if (plan === null || scene.count.text(kept.text) > plan.summaryTokens * TEXT_SHARE) return null
    const whole = planOf(scene, need)
    if (whole !== null && plan.olderTokens < whole.olderTokens * LEAST_COVERED) return null
    const told: Told = { summary: kept.text, without: 'digest', trigger, isKept: true }
    const compact = compactOf(scene, plan, told)
    return compact.payload.tokensAfter > scene.threshold ? null : compact
  }

  return { events, fromNotes, fromKept }
}

/** The share of a summary for its text. The rest is for words that are kept by rule. */
const TEXT_SHARE = 0.9
/** The share of what a new summary would cover that a kept one must cover. */
const LEAST_COVERED = 0.6

/** Whether an event is on a branch and was not summarised yet. */
function isUnread(path: readonly DurableEvent[], through: EventId): boolean {
  return cutPath(path).events.some(({ id, kind }) => id === through && kind !== 'compact')
}
