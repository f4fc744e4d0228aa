import { AppError, type AppErrorData } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { PriorAnswers } from '../../runs/calls/tool-group.ts'
import type { GiveStep, StepOutcome } from '../../runs/plans/step-agents.ts'
import { CLOSED } from '../../runs/run/closing.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { RESUME_PROMPT } from '../after-restart/resume-all.ts'
import type { WaitingAgents } from '../after-restart/waiting-agents.ts'
import { awaitWithAbort } from '../children/await-with-abort.ts'
import type { Children } from '../children/children.ts'
import { AGENT_LIMITS } from '../records/agent-limits.ts'
import type { Child } from '../records/child-task.ts'
import { newestRunOf } from '../records/newest-run.ts'
import type { AgentRuns } from '../reports/agent-runs.ts'
import { noteOf, noticeIdOf } from '../reports/completion-notices.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly children: Pick<Children, 'start' | 'tell' | 'resumeAnswered' | 'at'>
  readonly agentRuns: Pick<AgentRuns, 'of'>
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  readonly answered: WaitingAgents['answered']
  /** Returns the person's answers about the last calls of a run. */
  readonly priorOf: (run: RunRecord) => PriorAnswers
  readonly finalAnswer: (run: RunRecord) => string
}

type Given = Parameters<GiveStep>[1]

const CLOSED_MEANWHILE =
  'The app was closed while you worked on this step. What you had said and done is kept. Check what your last calls came to, and go on with the step from there.'

/** Maximum characters of a step used as the title of its agent. */
const TITLE_CHARS = 120

/**
 * Creates the delegation of plan steps to subagents of the waiting run. A step interrupted by an app exit or
 * a limit resumes in its agent's own log.
 */
export function createGiveStep(deps: Deps): GiveStep {
  const { log, children, finalAnswer } = deps

  const start = (
    run: RunHandle,
    { planId, index, agentId, title }: Given,
    prompt: string,
  ): Promise<Child> => {
    const parent = { sessionId: run.sessionId, runId: run.runId, callId: `step-${index}` }
    const asked = { parent, agentId, prompt, title: short(title), background: false, fork: false }
    const step = { planId, stepIndex: index }
    return children.start({ ...asked, hardMs: AGENT_LIMITS.hardMs, step }, run.signal)
  }

  /** Resumes the step's agent. Null without an agent, or when its work has ended. */
  const resume = async (
    run: RunHandle,
    { planId, index }: Given,
    before: RunRecord,
  ): Promise<Child | null> => {
    const { sessionId } = before
    const atWork = children.at(sessionId)
    if (atWork !== null) return atWork
    if (!isTerminal(before.status)) return children.resumeAnswered(before, deps.priorOf(before), false)
    const state = deps.agentRuns.of(sessionId)?.state
    if (state !== 'interrupted' && state !== 'paused') return null
    const prompt = state === 'paused' ? RESUME_PROMPT : CLOSED_MEANWHILE
    const step = { planId, stepIndex: index }
    return children.tell(sessionId, {
      prompt,
      by: 'app',
      background: false,
      parentRun: run.runId,
      step,
    })
  }

  const outcomeOf = (record: RunRecord, title: string): StepOutcome => {
    const error = record.status === 'completed' ? null : (record.error ?? stopped(record))
    return { note: noteOf(record, short(title), finalAnswer(record)), id: noticeIdOf(record.runId), error }
  }

  const give: GiveStep = async (run, given, prompt) => {
    const before = earlierAt(deps, run.sessionId, given)
    if (before !== null && !isTerminal(before.status) && children.at(before.sessionId) === null) {
      await deps.answered(run, before)
    }
    const now = before === null ? null : newestRunOf(log, before.sessionId)
    const isOver = before !== null && now !== null && isTerminal(now.status)
    if (isOver && (now.status === 'completed' || !isTerminal(before.status)))
      return outcomeOf(now, given.title)
    const child = (now === null ? null : await resume(run, given, now)) ?? (await start(run, given, prompt))
    const record = await awaitWithAbort(run, child.stop, child.done)
    if (!isTerminal(record.status)) throw AppError.cancelled(CLOSED)
    return outcomeOf(record, given.title)
  }

  return give
}

/** Returns the newest run of an agent on this step, in this plan or an earlier one; null for none. */
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

const short = (title: string): string => title.replace(/\s+/g, ' ').slice(0, TITLE_CHARS)

function stopped({ reason }: RunRecord): AppErrorData {
  return AppError.cancelled(reason ?? 'It was stopped.').toData()
}
