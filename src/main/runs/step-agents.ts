import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, PlanId } from '#shared/ids.ts'
import type { Plan, Step } from '#shared/plan/plan.ts'
import { heldBackBy, readySteps } from '#shared/plan/plan-order.ts'
import { stepTask } from './plan-words.ts'
import type { RunHandle } from './run-handle.ts'
import type { RunLog } from './run-log.ts'
import { stepChange } from './step-change.ts'

/** How an agent that was given a step came out: what the chat is told of it, and why where it did not finish. */
export type StepOutcome = { readonly note: HarnessItem; readonly error: AppErrorData | null }

/** Gives a step to an agent that works for the run, and waits for its end. Rejects when nobody can be given it. */
export type GiveStep = (
  run: RunHandle,
  step: {
    readonly planId: PlanId
    readonly index: number
    readonly agentId: AgentId
    readonly title: string
    /** The plan, and those before it in which this step was begun. */
    readonly plans: readonly PlanId[]
  },
  prompt: string,
) => Promise<StepOutcome>

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly give: GiveStep
  /** What came of a step, in words; empty where nothing was said. */
  readonly resultOf: (step: Step) => string
  readonly asData: (error: unknown) => AppErrorData
}

type AgentStep = Step & { readonly agentId: AgentId }

/** True for a step that an agent with a log of its own is given. */
export const isForAgent = (step: Step): step is AgentStep => step.agentId !== undefined

/**
 * Does the steps of a plan that agents are given: all that wait for nothing at once, and what waits for them as soon
 * as it can. Each is stored as it ends, so that a crash loses only what was under way. Answers whether all were done.
 */
export async function doAgentSteps(
  { log, give, resultOf, asData }: Deps,
  run: RunHandle,
  planId: PlanId,
): Promise<boolean> {
  const plan = (): Plan | undefined => log.folds(run.sessionId).plans[planId]
  const atWork = new Map<number, Promise<void>>()
  let failed = false

  const ended = (step: AgentStep, events: readonly NewDurableEvent[], error: AppErrorData | null): void => {
    const going: Step = { ...step, status: 'running' }
    const now = plan()
    failed ||= error !== null
    const lost = error === null || now === undefined ? [] : heldBackBy(now, step.index)
    run.publish(events)
    const leaf = log.folds(run.sessionId).contexts[run.contextId]?.leaf ?? null
    const result = leaf === null || events.length === 0 ? {} : { resultEventId: leaf }
    run.publish([
      stepChange(planId, going, error === null ? { to: 'completed', ...result } : { to: 'failed', error }),
      ...lost.map((each) => stepChange(planId, each, { to: 'skipped' })),
    ])
  }

  const work = async (step: AgentStep, of: Plan): Promise<void> => {
    const { index, agentId, title } = step
    try {
      const plans = [planId, ...(step.begunIn ?? [])]
      const given = { planId, index, agentId, title, plans }
      const { note, error } = await give(run, given, stepTask(of, step, resultOf))
      ended(step, [{ kind: 'harness.item', payload: note }], error)
    } catch (error) {
      ended(step, [], asData(run.signal.aborted ? run.signal.reason : error))
    }
  }

  const begin = (): void => {
    const now = plan()
    if (now === undefined || run.signal.aborted) return
    for (const step of [...now.steps.filter(({ status }) => status === 'running'), ...readySteps(now)]) {
      if (!isForAgent(step) || atWork.has(step.index)) continue
      if (step.status === 'pending') run.publish([stepChange(planId, step, { to: 'running' })])
      atWork.set(
        step.index,
        work(step, now).finally(() => atWork.delete(step.index)),
      )
    }
  }

  for (begin(); atWork.size > 0; begin()) await Promise.race(atWork.values())
  run.signal.throwIfAborted()
  return !failed
}
