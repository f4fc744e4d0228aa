import { AppError } from '#shared/errors.ts'
import type { EventId } from '#shared/ids.ts'
import type { RunSpec } from '#shared/run/run.ts'
import {
  type CompactionNeed,
  type CompactionPlan,
  planCompaction,
} from '../../context/compaction/compaction-plan.ts'
import { summaryPrompt } from '../../context/compaction/compaction-prompt.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Supervisor, Work } from '../run/supervisor.ts'
import { createCompactionEvents } from './compaction-event.ts'
import { beforeCompaction, beforeMakingRoom } from './compaction-hooks.ts'
import { askForSummary, COMPACTION_AGENT, isTripped } from './compaction-run.ts'
import type { CompactionScene } from './compaction-scene.ts'

/**
 * Why room is made in the middle of a run: the request grows `full` but can be sent, it is `over` what can be sent,
 * or the model has `refused` it as too long.
 */
export type RoomNeed = 'full' | 'over' | 'refused'

type Deps = {
  readonly log: RunLog
  readonly supervisor: Pick<Supervisor, 'start'>
  readonly clock: Clock
  readonly newId: NewId
}

/** The tokens a summary always asks for, and those without which it says too little. */
const USUAL = 500
const WORTH_HAVING = 300

type ByHand = { readonly spec: RunSpec; readonly work: Work }

/** Replaces the older part of a conversation with a summary. The messages stay in the log. */
export function createCompaction({ log, supervisor, clock, newId }: Deps) {
  const planOf = (
    scene: CompactionScene,
    need: CompactionNeed,
    until: EventId | null = null,
  ): CompactionPlan | null =>
    planCompaction(scene.path(), { usable: scene.usable, need, count: scene.count, until })

  const { events, fromNotes, fromKept } = createCompactionEvents(log, planOf)

  const isOff = ({ sessionId, model }: CompactionScene): boolean =>
    isTripped(log.folds(sessionId).runs, model, clock.now())

  /** Null where what is left for the work is too little for a summary worth having. */
  const ask = async (run: RunHandle, scene: CompactionScene, plan: CompactionPlan, note: string) => {
    const writer = await scene.summariser(run)
    const { contextWindow, maxOutput } = writer.info
    const wanted = Math.min(maxOutput, Math.max(USUAL, plan.summaryTokens), Math.floor(contextWindow / 4))
    // The writer's input is cut to the remaining room, so its size is still unknown.
    const reserveOutput = scene.answerRoom?.(wanted, 0) ?? wanted
    if (reserveOutput < Math.min(WORTH_HAVING, wanted)) return null
    const countText = scene.count.text
    // The estimate of tokens can be off; a fifth is left free for that.
    const budget = Math.floor((contextWindow - reserveOutput) * 0.8) - countText(writer.persona)
    const asked = { ...plan, summaryTokens: Math.min(plan.summaryTokens, reserveOutput) }
    const prompt = summaryPrompt({ plan: asked, note, budget, countText })
    return askForSummary(run, { writer, prompt, reserveOutput, clock, eventId: newId('event') })
  }

  /** The summary by a run of its own under the run that needs it; null when the model could not. */
  const sumUpUnder = async (run: RunHandle, scene: CompactionScene, plan: CompactionPlan, note: string) => {
    let summary: string | null = null
    const { done } = supervisor.start({
      sessionId: scene.sessionId,
      spec: { ...specOf(scene), parentRunId: run.runId },
      first: [],
      parentSignal: run.signal,
      work: async (own) => {
        summary = await ask(own, scene, plan, note)
      },
    })
    const record = await done
    run.signal.throwIfAborted()
    if (record.status === 'cancelled') throw AppError.cancelled(record.reason ?? 'Stopped.')
    return record.status === 'completed' ? summary : null
  }

  return {
    /** Returns the compaction plan, or null when the gain is too small. */
    planOf,
    /**
     * Makes room in the branch of a run before its next request. False when nothing was done: there is too little to
     * gain, or no summary could be had and the request can be sent without it.
     */
    makeRoom: async (run: RunHandle, scene: CompactionScene, need: RoomNeed): Promise<boolean> => {
      const hard = need === 'refused' ? 'squeeze' : need === 'over' ? 'asked' : 'ahead'
      const noted = hard === 'squeeze' ? null : fromNotes(scene, hard)
      const kept = hard === 'squeeze' || noted !== null ? null : fromKept(scene, hard, 'auto')
      const plan = noted === null ? planOf(scene, hard) : null
      const through = (noted ?? kept)?.payload.compactedThrough ?? plan?.through
      if (through === undefined) return false
      const hint = await beforeMakingRoom(run, scene, through)
      if (hint === null) return false
      if (noted !== null) return run.publish([noted]).length > 0
      // What a hook wants in the summary is not in the one that was kept.
      if (kept !== null && hint === '') return run.publish([kept]).length > 0
      if (plan === null) return false
      const off = isOff(scene)
      const summary = off ? null : await sumUpUnder(run, scene, plan, hint)
      if (summary === null && need === 'full' && !off && !isOff(scene)) return false
      return run.publish(events(scene, plan, { summary, without: 'digest', trigger: 'auto' })).length > 0
    },
    /** A run that compacts because the person wishes it. A model that fails ends it in words. */
    byHand: (scene: CompactionScene, plan: CompactionPlan, note: string): ByHand => ({
      spec: specOf(scene),
      work: async (run) => {
        const hint = await beforeCompaction(scene, plan.through, run.signal)
        const asked = [note, hint].filter((words) => words !== '').join('\n')
        const kept = asked === '' ? fromKept(scene, 'asked', 'manual') : null
        if (kept !== null) return void run.publish([kept])
        const summary = isOff(scene) ? null : await ask(run, scene, plan, asked)
        run.signal.throwIfAborted()
        run.publish(events(scene, plan, { summary, without: 'digest', trigger: 'manual' }))
      },
    }),
  }
}

export type Compaction = ReturnType<typeof createCompaction>

function specOf({ contextId, model }: CompactionScene): RunSpec {
  return { kind: 'system', contextId, agentId: COMPACTION_AGENT, model }
}
