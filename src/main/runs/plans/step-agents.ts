import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { AgentId, EventId, PlanId } from '#shared/ids.ts'
import type { Plan, Step } from '#shared/plan/plan.ts'
import { heldBackBy, readySteps } from '#shared/plan/plan-order.ts'
import type { Inbox } from '../run/inbox.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'
import { stepChange } from '../run/step-change.ts'
import type { PlanBell } from './plan-bell.ts'
import { stepItem, stepTask } from './plan-words.ts'

/**
 * The result of a step's agent: the notice to the chat as event `id`, and the error if it did not finish. The
 * same end has the same id, so that a crash does not duplicate the notice.
 */
export type StepOutcome = {
  readonly note: HarnessItem
  readonly id: EventId
  readonly error: AppErrorData | null
}

/** Delegates a step to a subagent of the run and waits for its end. Rejects when no agent is available. */
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
  readonly inbox: Pick<Inbox, 'put' | 'take'>
  /** True for an event that is in the log. */
  readonly isStored: (id: EventId) => boolean
  readonly bell: Pick<PlanBell, 'listen'>
  readonly give: GiveStep
  /** Does a step in the chat itself, and stores what became of it. Throws when it could not be done. */
  readonly own: (step: Step) => Promise<void>
  /** Returns the text result of a step; empty for none. */
  readonly resultOf: (step: Step) => string
  readonly asData: (error: unknown) => AppErrorData
}

type AgentStep = Step & { readonly agentId: AgentId }

/** Whether a step has an agent with a log of its own. */
export const isForAgent = (step: Step): step is AgentStep => step.agentId !== undefined

/**
 * Runs all ready steps of a plan: delegated steps in parallel, the chat's own steps in sequence next to them,
 * and dependent steps as soon as possible. Each result is stored at its end, so a crash loses only running
 * steps. Returns whether all were finished; throws when the chat could not do its own.
 */
export async function doSteps(deps: Deps, run: RunHandle, planId: PlanId): Promise<boolean> {
  const { log, give, own, resultOf, asData } = deps
  const plan = (): Plan | undefined => log.folds(run.sessionId).plans[planId]
  const atWork = new Map<number, Promise<void>>()
  let isOwnAtWork = false
  let hasGiven = false
  let broken: { readonly error: unknown } | null = null
  let failed = false

  const ended = (step: AgentStep, note: EventId | null, error: AppErrorData | null): void => {
    const going: Step = { ...step, status: 'running' }
    const now = plan()
    failed ||= error !== null
    const lost = error === null || now === undefined ? [] : heldBackBy(now, step.index)
    const result = note === null ? {} : { resultEventId: note }
    run.publish([
      stepChange(planId, going, error === null ? { to: 'completed', ...result } : { to: 'failed', error }),
      ...lost.map((each) => stepChange(planId, each, { to: 'skipped' })),
    ])
  }

  const byAgent = async (step: AgentStep, of: Plan): Promise<void> => {
    const { index, agentId, title, begunIn = [] } = step
    try {
      const given = { planId, index, agentId, title, plans: [planId, ...begunIn] }
      const { note, id, error } = await give(run, given, stepTask(of, step, resultOf))
      if (!deps.isStored(id)) await noted(deps, run, { item: note, id, between: isOwnAtWork })
      ended(step, id, error)
    } catch (error) {
      ended(step, null, asData(run.signal.aborted ? run.signal.reason : error))
    }
  }

  const bySelf = async (step: Step): Promise<void> => {
    isOwnAtWork = true
    try {
      await own(step)
    } catch (error) {
      broken = { error }
    } finally {
      isOwnAtWork = false
      // Results of agents that arrived too late to be added between two requests.
      if (hasGiven) deps.inbox.take(run)
    }
  }

  const begin = (): void => {
    const now = plan()
    if (now === undefined || run.signal.aborted || broken !== null) return
    const open = [...now.steps.filter(({ status }) => status === 'running'), ...readySteps(now)]
    const [agents, mine] = [open.filter(isForAgent), open.filter((step) => !isForAgent(step))]
    for (const step of [...agents, ...mine]) {
      const isMine = !isForAgent(step)
      if (atWork.has(step.index) || (isMine && isOwnAtWork)) continue
      // When no agent is running, the chat does its steps in runs of their own.
      if (isMine && step.status === 'pending' && atWork.size === 0) continue
      const told = isMine ? [stepItem(now, step)] : []
      if (step.status === 'pending') run.publish([stepChange(planId, step, { to: 'running' }), ...told])
      hasGiven ||= !isMine
      const done = isMine ? bySelf(step) : byAgent(step, now)
      atWork.set(
        step.index,
        done.finally(() => atWork.delete(step.index)),
      )
    }
  }

  // The plan may change meanwhile: an added or unblocked step may start in parallel.
  let wake = () => {}
  const leave = deps.bell.listen(run.sessionId, () => wake())
  const changed = () => new Promise<void>((resolve) => (wake = resolve))
  try {
    for (begin(); atWork.size > 0; begin()) await Promise.race([...atWork.values(), changed()])
  } finally {
    leave()
  }
  run.signal.throwIfAborted()
  rethrow(broken)
  return !failed
}

function rethrow(broken: { readonly error: unknown } | null): void {
  if (broken !== null) throw broken.error
}

type Noted = { readonly item: HarnessItem; readonly id: EventId; readonly between: boolean }

/** Puts into the chat how an agent came out: at once, or `between` two requests of what the chat does itself. */
async function noted({ inbox }: Deps, run: RunHandle, { item, id, between }: Noted): Promise<void> {
  run.signal.throwIfAborted()
  if (!between) run.publish([{ kind: 'harness.item', id, payload: item }])
  else {
    await new Promise<void>((stored, stop) => {
      run.signal.addEventListener('abort', () => stop(run.signal.reason), { once: true })
      inbox.put(run.sessionId, { item, id, stored, wakes: false })
    })
  }
}
