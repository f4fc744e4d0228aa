import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { EventId, PlanId, RunId, SessionId } from '#shared/ids.ts'
import type { ProposedPlan } from '#shared/plan/parse-plan.ts'
import type { Plan, Step } from '#shared/plan/plan.ts'
import { heldBackBy, readySteps } from '#shared/plan/plan-order.ts'
import { currentPlan, isDone } from '#shared/plan/plan-progress.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { Lane } from '../chats/lane.ts'
import type { Inbox } from '../run/inbox.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'
import { stepChange } from '../run/step-change.ts'
import type { Work } from '../run/supervisor.ts'
import { newPlan } from './new-plan.ts'
import { createPlanBell, type PlanBell } from './plan-bell.ts'
import { createPlanResume } from './plan-resume.ts'
import { agentStepsItem, stepItem } from './plan-words.ts'
import { doSteps, type GiveStep, isForAgent } from './step-agents.ts'

type Given = {
  readonly log: RunLog
  readonly lane: () => Pick<Lane, 'activeRun' | 'idleOnly' | 'goOn'>
  readonly newPlanId: () => PlanId
  /** Messages to the chat during its run. */
  readonly inbox: Pick<Inbox, 'put' | 'take'>
  /** Switches the chat to an agent that may make changes, if the planning one may not. */
  readonly preparePlanRun: (sessionId: SessionId) => Promise<void>
  /** Gives a step to an agent that works for the chat. */
  readonly give: GiveStep
  /** An event of the log by its id. */
  readonly event: (id: EventId) => DurableEvent | null
  readonly report: (sessionId: SessionId, error: unknown) => void
}
type Deps = Given & { readonly bell: PlanBell }

/**
 * Creates the execution of accepted plans: each step is a run of the chat, in sequence. A step's run stores
 * its own result, so a crash loses at most the current step and repeats none.
 */
export function createPlanRuns(given: Given) {
  const deps: Deps = { ...given, bell: createPlanBell() }
  const { log, lane, newPlanId, preparePlanRun, report } = deps
  const followed = (sessionId: SessionId): Plan | null => {
    const plan = currentPlan(log.folds(sessionId).plans)
    return plan === null || plan.source === 'todo' || plan.steps.every(isDone) ? null : plan
  }

  /** Starts what can be begun: steps for agents all together, otherwise one for the chat. False when there is none. */
  const startNext = (sessionId: SessionId, plan: Plan): boolean => {
    const ready = readySteps(plan)
    const forAgents = ready.filter(isForAgent)
    const step = forAgents[0] ?? ready[0]
    if (step === undefined) return false
    const item = forAgents.length > 0 ? agentStepsItem(plan, forAgents) : stepItem(plan, step)
    const first = [stepChange(plan.id, step, { to: 'running' }), item]
    lane().goOn(sessionId, first, { planId: plan.id, stepIndex: step.index })
    return true
  }

  const begin = async (sessionId: SessionId, planId: PlanId): Promise<void> => {
    await preparePlanRun(sessionId)
    const plan = log.folds(sessionId).plans[planId]
    if (plan !== undefined) startNext(sessionId, plan)
  }

  return {
    /** A plan the person has accepted, as an event; it takes the place of one that was not finished. The run that proposed it is noted at every step. */
    accepted: (sessionId: SessionId, proposed: ProposedPlan, runId: RunId): NewDurableEvent => {
      const made = { id: newPlanId(), source: 'planner', before: followed(sessionId), runId } as const
      return { kind: 'plan.created', payload: { plan: newPlan(made, proposed) } }
    },
    /** Carries out a plan the person has given. */
    carryOut: async (sessionId: SessionId, proposed: ProposedPlan): Promise<void> => {
      lane().idleOnly(sessionId)
      await preparePlanRun(sessionId)
      lane().idleOnly(sessionId)
      const before = followed(sessionId)
      const plan = newPlan({ id: newPlanId(), source: 'user', before }, proposed)
      log.publish(sessionId, [{ kind: 'plan.created', payload: { plan } }])
      startNext(sessionId, plan)
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
    /** True when the newest run of the chat was a step, of a plan that has steps left. */
    isBrokenOff: (sessionId: SessionId): boolean => {
      const newest = Object.values<RunRecord>(log.folds(sessionId).runs).findLast(
        ({ kind }) => kind === 'chat',
      )
      return newest?.planId !== undefined && followed(sessionId) !== null
    },
    ...createPlanResume(deps, { followed, startNext }),
    /** The inside of a run that may be a step: how it came out is stored before the run ends. */
    ticking: (work: Work): Work => ticking(deps, work),
  }
}

export type PlanRuns = ReturnType<typeof createPlanRuns>

function ticking(deps: Deps, work: Work): Work {
  const { log } = deps
  return async (run) => {
    const { planId, stepIndex } = run.record()
    const plan = planId === undefined ? undefined : log.folds(run.sessionId).plans[planId]
    const step = plan?.steps.find(({ index }) => index === stepIndex)
    if (plan === undefined || step === undefined) return work(run)
    const own = (one: Step) => bySelf(deps, run, { planId: plan.id, step: one, work })
    return withAgents(deps, run, plan.id, own)
  }
}

type OwnStep = { readonly planId: PlanId; readonly step: Step; readonly work: Work }

/** A step the chat does itself: how it came out is stored before anything follows it. */
async function bySelf({ log }: Deps, run: RunHandle, { planId, step, work }: OwnStep): Promise<void> {
  const going: Step = { ...step, status: 'running' }
  try {
    await work(run)
    run.signal.throwIfAborted()
  } catch (error) {
    const plan = log.folds(run.sessionId).plans[planId]
    const lost = plan === undefined ? [] : heldBackBy(plan, step.index)
    run.publish([
      stepChange(planId, going, {
        to: 'failed',
        error: asData(run.signal.aborted ? run.signal.reason : error),
      }),
      ...lost.map((each) => stepChange(planId, each, { to: 'skipped' })),
    ])
    throw error
  }
  const leaf = log.folds(run.sessionId).contexts[run.contextId]?.leaf ?? null
  run.publish([
    stepChange(planId, going, { to: 'completed', ...(leaf === null ? {} : { resultEventId: leaf }) }),
  ])
}

/** Runs a plan with agents. After a failed step all independent steps continue. */
async function withAgents(
  deps: Deps,
  run: RunHandle,
  planId: PlanId,
  own: (step: Step) => Promise<void>,
): Promise<void> {
  const { log, give, inbox, bell } = deps
  const resultOf = ({ resultEventId }: Step) =>
    resultEventId === undefined ? '' : wordsOf(deps.event(resultEventId))
  const isStored = (id: EventId) => deps.event(id) !== null
  const areDone = await doSteps({ log, inbox, isStored, bell, give, own, resultOf, asData }, run, planId)
  const plan = log.folds(run.sessionId).plans[planId]
  if (areDone || (plan !== undefined && readySteps(plan).length > 0)) return
  throw AppError.saying('tool.failed', say('plan.stepsFailed'))
}

function wordsOf(event: DurableEvent | null): string {
  if (event?.kind === 'harness.item') return event.payload.content
  return event?.kind === 'message' ? textOf(event.payload.message) : ''
}

function asData(error: unknown) {
  return (error instanceof AppError ? error : AppError.saying('other', say('app.broken'))).toData()
}
