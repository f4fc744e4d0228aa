import { AppError } from '#shared/errors.ts'
import type { PlanId, SessionId } from '#shared/ids.ts'
import type { ChangedStep } from '#shared/plan/parse-plan.ts'
import type { Plan } from '#shared/plan/plan.ts'
import { isDone } from '#shared/plan/plan-progress.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import { changedSteps } from './changed-steps.ts'
import type { Lane } from './lane.ts'
import { againWith } from './new-plan.ts'
import type { PlanBell } from './plan-bell.ts'
import type { RunLog } from './run-log.ts'

type Deps = {
  readonly log: RunLog
  readonly lane: () => Pick<Lane, 'idleOnly' | 'activeRun'>
  readonly newPlanId: () => PlanId
  readonly handOver: (sessionId: SessionId) => Promise<void>
  /** Tells who carries out a plan that it was changed. */
  readonly bell: Pick<PlanBell, 'ring'>
}

/** All steps of a plan as somebody wants them, and which of its revisions they had before their eyes. */
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

/** The ways in which a plan goes on: as it stands, or with other steps in the place of those that are left. */
export function createPlanAgain(
  { log, lane, newPlanId, handOver, bell }: Deps,
  { followed, startNext }: Following,
) {
  // Of several answers given at once each would let the plan go on.
  const going = new Map<SessionId, Promise<void>>()

  /**
   * Goes on with the plan of a chat. What is done stays done; a step that was broken off or failed is tried again, in a
   * plan that takes the place of the one before.
   */
  const goOn = async (sessionId: SessionId): Promise<void> => {
    lane().idleOnly(sessionId)
    const isThere = () => followed(sessionId) ?? nothingLeft()
    isThere()
    await handOver(sessionId)
    lane().idleOnly(sessionId)
    // Somebody may have changed it meanwhile.
    const plan = isThere()
    const isFresh = plan.steps.every((step) => isDone(step) || step.status === 'pending')
    const next = isFresh ? plan : againWith(plan, newPlanId())
    if (!isFresh) log.publish(sessionId, [{ kind: 'plan.created', payload: { plan: next } }])
    startNext(sessionId, next)
  }

  return {
    goOn,
    /**
     * Goes on with the plan for which an agent does a step, because the person has answered what it asked before the app
     * was closed. False where its chat does something else by now.
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
     * Puts other steps in the place of those that are left to do of the plan a chat follows. While the chat is at work
     * what has begun stays as it is, and who carries out the plan goes on with the others as they stand then. While it
     * rests only what is done stays, and the others are carried out once the plan goes on.
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
