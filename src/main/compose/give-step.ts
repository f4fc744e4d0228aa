import { AppError, type AppErrorData } from '#shared/errors.ts'
import type { SessionEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { isTerminal, type RunRecord } from '#shared/run/run.ts'
import type { Interaction } from '#shared/session/interaction.ts'
import { AGENT_LIMITS } from '../agents/agent-limits.ts'
import type { AgentRuns } from '../agents/agent-runs.ts'
import type { Child } from '../agents/child-task.ts'
import type { Children } from '../agents/children.ts'
import { noteOf } from '../agents/end-notes.ts'
import { GO_ON } from '../agents/go-on-all.ts'
import { newestRunOf } from '../agents/newest-run.ts'
import { CLOSED } from '../runs/closing.ts'
import type { RunHandle } from '../runs/run-handle.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { GiveStep, StepOutcome } from '../runs/step-agents.ts'
import type { PriorAnswers } from '../runs/tool-group.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly children: Pick<Children, 'start' | 'tell' | 'takeUp' | 'stop' | 'at'>
  readonly agentRuns: Pick<AgentRuns, 'of'>
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  readonly subscribe: (
    listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
  ) => () => void
  /** What the person has answered about the last calls of a run. */
  readonly priorOf: (run: RunRecord) => PriorAnswers
  readonly lastWords: (run: RunRecord) => string
  readonly report: (error: unknown) => void
}

type Given = Parameters<GiveStep>[1]

/** The longest part of a step that stands as the title of the agent that does it. */
const TITLE_CHARS = 120

const CLOSED_MEANWHILE =
  'The app was closed while you worked on this step. What you had said and done is kept. Check what your last calls came to, and go on with the step from there.'

/**
 * Gives steps of plans to agents with logs of their own, which work for the run that waits for them. An agent that was at
 * a step when the app was closed, or when a limit was reached, goes on with it in its own log.
 */
export function createGiveStep(deps: Deps) {
  const { log, children, lastWords } = deps
  const expected = new Set<SessionId>()

  const start = (
    run: RunHandle,
    { planId, index, agentId, title }: Given,
    prompt: string,
  ): Promise<Child> => {
    const employer = { sessionId: run.sessionId, runId: run.runId, callId: `step-${index}` }
    const asked = { employer, agentId, prompt, title: short(title), background: false, fork: false }
    const step = { planId, stepIndex: index }
    return children.start({ ...asked, hardMs: AGENT_LIMITS.hardMs, step }, run.signal)
  }

  /** Waits until the person has answered all that an agent asks, or it was stopped. */
  const answered = async ({ sessionId, runId }: RunRecord, signal: AbortSignal): Promise<void> => {
    const asks = () =>
      Object.values<Interaction>(log.folds(sessionId).interactions).some((ask) => ask.runId === runId)
    expected.add(sessionId)
    try {
      if (asks()) await heardUntil(deps.subscribe, sessionId, () => !asks(), signal)
    } finally {
      expected.delete(sessionId)
    }
  }

  /** Lets the one who was at the step go on. Null when that was nobody, or one whose work is over. */
  const resume = async (
    run: RunHandle,
    { planId, index }: Given,
    before: RunRecord,
  ): Promise<Child | null> => {
    const { sessionId } = before
    const atWork = children.at(sessionId)
    if (atWork !== null) return atWork
    if (!isTerminal(before.status)) return children.takeUp(before, deps.priorOf(before), false)
    const state = deps.agentRuns.of(sessionId)?.state
    if (state !== 'interrupted' && state !== 'paused') return null
    const prompt = state === 'paused' ? GO_ON : CLOSED_MEANWHILE
    const step = { planId, stepIndex: index }
    return children.tell(sessionId, { prompt, background: false, employerRun: run.runId, step })
  }

  const outcomeOf = (record: RunRecord, title: string): StepOutcome => {
    const error = record.status === 'completed' ? null : (record.error ?? stopped(record))
    return { note: noteOf(record, short(title), lastWords(record)), error }
  }

  const give: GiveStep = async (run, given, prompt) => {
    const before = earlierAt(deps, run.sessionId, given)
    if (before !== null && !isTerminal(before.status) && children.at(before.sessionId) === null) {
      await withStop(
        run,
        (reason) => leaveOrStop(deps, before.sessionId, reason),
        answered(before, run.signal),
      )
    }
    const now = before === null ? null : newestRunOf(log, before.sessionId)
    const isOver = before !== null && now !== null && isTerminal(now.status)
    if (isOver && (now.status === 'completed' || !isTerminal(before.status)))
      return outcomeOf(now, given.title)
    const child = (now === null ? null : await resume(run, given, now)) ?? (await start(run, given, prompt))
    const record = await withStop(run, child.stop, child.done)
    if (!isTerminal(record.status)) throw AppError.cancelled(CLOSED)
    return outcomeOf(record, given.title)
  }

  return {
    give,
    /** True when a run of a plan waits for this agent: it takes it up itself once the person has answered. */
    isExpected: (sessionId: SessionId): boolean => expected.has(sessionId),
  }
}

/** The newest work of an agent at this step, in this plan or one before it; null when nobody was given it. */
function earlierAt(
  { log, childrenOf }: Pick<Deps, 'log' | 'childrenOf'>,
  sessionId: SessionId,
  { plans, index }: Given,
): RunRecord | null {
  const runs = childrenOf(sessionId).flatMap((child) => newestRunOf(log, child) ?? [])
  const here = runs.filter(
    ({ planId, stepIndex }) => planId !== undefined && plans.includes(planId) && stepIndex === index,
  )
  return here.toSorted((left, right) => left.createdAt - right.createdAt).at(-1) ?? null
}

/** Who still asks when the app closes goes on asking after it. Otherwise it is stopped with who waits for it. */
function leaveOrStop({ children, report }: Deps, sessionId: SessionId, reason: unknown): void {
  const why = reason instanceof Error ? reason.message : CLOSED
  if (why !== CLOSED) children.stop(sessionId, why).catch(report)
}

async function withStop<T>(run: RunHandle, stop: (reason: unknown) => void, done: Promise<T>): Promise<T> {
  const stopIt = () => stop(run.signal.reason)
  run.signal.addEventListener('abort', stopIt, { once: true })
  if (run.signal.aborted) stopIt()
  try {
    return await done
  } finally {
    run.signal.removeEventListener('abort', stopIt)
  }
}

/** Resolves once something was heard of a session after which the question holds. */
function heardUntil(
  subscribe: Deps['subscribe'],
  sessionId: SessionId,
  isSo: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      unsubscribe()
      signal.removeEventListener('abort', stop)
    }
    const stop = () => {
      leave()
      reject(signal.reason)
    }
    const unsubscribe = subscribe((heard) => {
      if (heard !== sessionId || !isSo()) return
      leave()
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}

const short = (title: string): string => title.replace(/\s+/g, ' ').slice(0, TITLE_CHARS)

function stopped({ reason }: RunRecord): AppErrorData {
  return AppError.cancelled(reason ?? 'It was stopped.').toData()
}
