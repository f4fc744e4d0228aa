import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { PlanId, RunId, SessionId } from '#shared/ids.ts'
import type { ProposedPlan } from '#shared/plan/parse-plan.ts'
import { currentPlan, isDone, type Plan, type Step } from '#shared/plan/plan.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { Lane } from './lane.ts'
import { stepItem } from './plan-words.ts'
import type { RunLog } from './run-log.ts'
import type { Work } from './supervisor.ts'

type Deps = {
  readonly log: RunLog
  readonly lane: () => Pick<Lane, 'idleOnly' | 'goOn'>
  readonly newPlanId: () => PlanId
  /** Lets somebody work in the chat who may change things, where the one who planned may not. */
  readonly handOver: (sessionId: SessionId) => Promise<void>
  readonly report: (sessionId: SessionId, error: unknown) => void
}

/**
 * Carries out plans the person has accepted: each step is a run of the chat, one after the other. What a step came to
 * is stored by its own run, so that a crash loses at most the step it fell into, and nothing done is done again.
 */
export function createPlanRuns({ log, lane, newPlanId, handOver, report }: Deps) {
  const followed = (sessionId: SessionId): Plan | null => {
    const plan = currentPlan(log.folds(sessionId).plans)
    return plan === null || plan.source === 'todo' || plan.steps.every(isDone) ? null : plan
  }

  /** Starts the first step that is left; false when there is none. */
  const startNext = (sessionId: SessionId, plan: Plan): boolean => {
    const step = plan.steps.find(({ status }) => status === 'pending')
    if (step === undefined) return false
    const first = [changeOf(plan.id, step, { to: 'running' }), stepItem(plan, step)]
    lane().goOn(sessionId, first, { planId: plan.id, stepIndex: step.index })
    return true
  }

  const begin = async (sessionId: SessionId, planId: PlanId): Promise<void> => {
    await handOver(sessionId)
    const plan = log.folds(sessionId).plans[planId]
    if (plan !== undefined) startNext(sessionId, plan)
  }

  return {
    /** A plan the person has accepted, as an event; it takes the place of one that was not finished. The run that proposed it is noted at every step. */
    accepted: (sessionId: SessionId, { goal, steps }: ProposedPlan, runId: RunId): NewDurableEvent => {
      const before = followed(sessionId)
      const plan: Plan = {
        ...{ id: newPlanId(), source: 'planner', goal },
        ...(before === null ? {} : { retryOf: before.id }),
        steps: steps.map((title, index) => ({ index, title, status: 'pending', runId })),
      }
      return { kind: 'plan.created', payload: { plan } }
    },
    /** Called when a run of a chat has completed: true when a step of a plan follows it. */
    follows: (run: RunRecord): boolean => {
      const { sessionId } = run
      const plan = followed(sessionId)
      if (plan === null) return false
      if (run.planId === plan.id) return startNext(sessionId, plan)
      if (!plan.steps.every(({ status, runId }) => status === 'pending' && runId === run.runId)) return false
      begin(sessionId, plan.id).catch((error: unknown) => report(sessionId, error))
      return true
    },
    /** True when the newest run of the chat was a step that was broken off. */
    isBrokenOff: (sessionId: SessionId): boolean => {
      const newest = Object.values<RunRecord>(log.folds(sessionId).runs).findLast(
        ({ kind }) => kind === 'chat',
      )
      return newest?.planId !== undefined && newest.planId === followed(sessionId)?.id
    },
    /**
     * Goes on with the plan of a chat. What is done stays done; a step that was broken off or failed is tried again,
     * in a plan that takes the place of the one before.
     */
    goOn: async (sessionId: SessionId): Promise<void> => {
      lane().idleOnly(sessionId)
      const plan = followed(sessionId)
      if (plan === null) throw AppError.saying('session.not_found', say('plan.nothing'))
      await handOver(sessionId)
      lane().idleOnly(sessionId)
      const isFresh = plan.steps.every((step) => isDone(step) || step.status === 'pending')
      const next = isFresh ? plan : againWith(plan, newPlanId())
      if (!isFresh) log.publish(sessionId, [{ kind: 'plan.created', payload: { plan: next } }])
      startNext(sessionId, next)
    },
    /** The inside of a run that may be a step: how it came out is stored before the run ends. */
    ticking: (work: Work): Work => ticking(log, work),
  }
}

export type PlanRuns = ReturnType<typeof createPlanRuns>

function ticking(log: RunLog, work: Work): Work {
  return async (run) => {
    const { planId, stepIndex } = run.record()
    const steps = planId === undefined ? [] : (log.folds(run.sessionId).plans[planId]?.steps ?? [])
    const step = steps.find(({ index }) => index === stepIndex)
    if (planId === undefined || step === undefined) return work(run)
    const tick = (outcome: Parameters<typeof changeOf>[2]) =>
      void run.publish([changeOf(planId, { ...step, status: 'running' }, outcome)])
    try {
      await work(run)
      run.signal.throwIfAborted()
    } catch (error) {
      tick({ to: 'failed', error: asData(run.signal.aborted ? run.signal.reason : error) })
      throw error
    }
    const leaf = log.folds(run.sessionId).contexts[run.contextId]?.leaf ?? null
    tick({ to: 'completed', ...(leaf === null ? {} : { resultEventId: leaf }) })
  }
}

function againWith(plan: Plan, id: PlanId): Plan {
  const steps = plan.steps.map((step): Step => {
    const { index, title } = step
    return isDone(step) ? step : { index, title, status: 'pending' }
  })
  return { ...plan, id, retryOf: plan.id, steps }
}

type Change = Extract<NewDurableEvent, { kind: 'plan.step' }>['payload']

function changeOf(
  planId: PlanId,
  { index, status }: Step,
  outcome: Pick<Change, 'to' | 'error' | 'resultEventId'>,
): NewDurableEvent {
  return { kind: 'plan.step', payload: { planId, index, from: status, ...outcome } }
}

function asData(error: unknown) {
  return (error instanceof AppError ? error : new AppError('other', 'It failed inside the app.')).toData()
}
