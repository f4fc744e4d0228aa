import { AppError } from '#shared/errors.ts'
import type { PlanId, SessionId } from '#shared/ids.ts'
import type { ChangedStep } from '#shared/plan/parse-plan.ts'
import type { Plan } from '#shared/plan/plan.ts'
import { isDone } from '#shared/plan/plan-progress.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { Lane } from '../chats/lane.ts'
import type { RunLog } from '../run/run-log.ts'
import { changedSteps } from './changed-steps.ts'
import { againWith } from './new-plan.ts'
import type { PlanBell } from './plan-bell.ts'

type Deps = {
  readonly log: RunLog
  readonly lane: () => Pick<Lane, 'idleOnly' | 'activeRun'>
  readonly newPlanId: () => PlanId
  readonly preparePlanRun: (sessionId: SessionId) => Promise<void>
  /** Tells who carries out a plan that it was changed. */
  readonly bell: Pick<PlanBell, 'ring'>
}

/** The wanted steps of a plan, and the revision the author saw. */
type PlanChange = {
  readonly revision: number
  readonly goal: string
  readonly steps: readonly ChangedStep[]
}

type Following = {
  /** The plan a chat follows and that has steps left. */
  readonly followed: (sessionId: SessionId) => Plan | null
  /** Starts what can be begun. */
  readonly startNext: (sessionId: SessionId, plan: Plan) => void
}

/** Creates the ways to continue a plan: unchanged, or with other remaining steps. */
export function createPlanResume(
  { log, lane, newPlanId, preparePlanRun, bell }: Deps,
  { followed, startNext }: Following,
) {
  // Several simultaneous answers must not continue the plan twice.
  const going = new Map<SessionId, Promise<void>>()

  /**
   * Resumes the plan of a chat. Finished steps stay; interrupted and failed ones run again in a plan that
   * replaces the old one.
   */
  const goOn = async (sessionId: SessionId): Promise<void> => {
    lane().idleOnly(sessionId)
    const isThere = () => followed(sessionId) ?? nothingLeft()
    isThere()
    await preparePlanRun(sessionId)
    lane().idleOnly(sessionId)
    // The plan may have changed meanwhile.
    const plan = isThere()
    const isFresh = plan.steps.every((step) => isDone(step) || step.status === 'pending')
    const next = isFresh ? plan : againWith(plan, newPlanId())
    if (!isFresh) log.publish(sessionId, [{ kind: 'plan.created', payload: { plan: next } }])
    startNext(sessionId, next)
  }

  return {
    goOn,
    /**
     * Resumes the plan of an agent's step after the person answered its question from before a restart.
     * Returns false when the chat does something else.
     */
    goOnFor: async (sessionId: SessionId, { planId, stepIndex }: RunRecord): Promise<boolean> => {
      const plan = followed(sessionId)
      const isOurs = plan?.steps.some(
        ({ index, begunIn = [] }) => index === stepIndex && [plan.id, ...begunIn].some((id) => id === planId),
      )
      if (isOurs !== true) return false
      const started = going.get(sessionId) ?? goOn(sessionId).finally(() => going.delete(sessionId))
      going.set(sessionId, started)
      try {
        await started
        return true
      } catch (error) {
        if (error instanceof AppError) return false
        throw error
      }
    },
    /**
     * Replaces the remaining steps of a chat's plan. In a running plan started steps stay, and the run
     * continues with the new ones. In an idle plan only finished steps stay, and the rest runs once the plan
     * resumes.
     */
    change: (sessionId: SessionId, planId: PlanId, { revision, goal, steps }: PlanChange): void => {
      const plan = followed(sessionId)
      if (plan?.id !== planId || (plan.revision ?? 0) !== revision) {
        throw AppError.saying('session.not_found', say('plan.other'))
      }
      if (lane().activeRun(sessionId) === null) {
        const again = againWith(plan, newPlanId())
        const next = { ...again, goal, steps: changedSteps(again, steps) }
        log.publish(sessionId, [{ kind: 'plan.created', payload: { plan: next } }])
      } else {
        const now = changedSteps(plan, steps)
        log.publish(sessionId, [{ kind: 'plan.changed', payload: { planId, goal, steps: now } }])
        bell.ring(sessionId)
      }
    },
  }
}

function nothingLeft(): never {
  throw AppError.saying('session.not_found', say('plan.nothing'))
}
