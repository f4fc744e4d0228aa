import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import { isPaused } from '#shared/run/is-paused.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { type HeldAt, refuseHeld } from '../../runs/limits/blocking-limit.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Children } from '../children/children.ts'
import { newestRunOf } from '../records/newest-run.ts'
import type { AgentRuns } from '../reports/agent-runs.ts'
import type { AwaitedAgents } from './awaited-agents.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly agentRuns: Pick<AgentRuns, 'of' | 'under'>
  readonly children: Pick<Children, 'tell' | 'toBackground'>
  readonly awaited: Pick<AwaitedAgents, 'expect'>
  readonly heldAt: HeldAt
  /** Resumes an interrupted chat. */
  readonly goOnChat: (sessionId: SessionId) => Promise<void>
}

/** The message to an agent that a limit paused. */
export const RESUME_PROMPT =
  'You were paused because a limit was reached. The person lets you go on: continue where you stopped.'

/**
 * Resumes a chat or an agent and all its subagents that a limit paused. Parents wait again for the agents
 * they waited for. Agents that would pause again at once stay paused; if that holds for all, the call fails
 * with the reason.
 */
export function createResumeAll({ log, agentRuns, children, awaited, heldAt, goOnChat }: Deps) {
  return async (topId: SessionId): Promise<void> => {
    const top = agentRuns.of(topId)
    const all = [...(top === null ? [] : [top]), ...agentRuns.under(topId)]
    const atLimit = all.filter(({ state }) => state === 'paused')
    const paused = atLimit.filter(({ sessionId }) => heldAt(sessionId) === null)
    const last = Object.values<RunRecord>(log.folds(topId).runs).findLast(({ kind }) => kind === 'chat')
    const chatAtLimit = last !== undefined && isPaused(last) ? last : null
    const chat = heldAt(topId) === null ? chatAtLimit : null
    if (paused.length === 0 && chat === null) {
      const ids = [...(chatAtLimit === null ? [] : [topId]), ...atLimit.map(({ sessionId }) => sessionId)]
      refuseHeld(ids, heldAt)
      return
    }
    const spanOf = (parent: SessionId): Span | null =>
      paused.find(({ sessionId }) => sessionId === parent) ??
      (chat === null || parent !== topId
        ? null
        : { startedAt: chat.createdAt, endedAt: chat.endedAt ?? null })
    const waitedFor: SessionId[] = []
    try {
      // Bottom up, because a resumed parent must find its subagents running.
      for (const each of paused.toReversed()) {
        const { sessionId, parentSessionId } = each
        const isWaitedFor = pausedWithin(each, spanOf(parentSessionId))
        // The plan it has a step of gives it that step again, and waits for it.
        if (isWaitedFor && newestRunOf(log, sessionId)?.planId !== undefined) continue
        const child = await children.tell(sessionId, {
          prompt: RESUME_PROMPT,
          by: 'app',
          background: !isWaitedFor,
        })
        if (child === null || !isWaitedFor) continue
        waitedFor.push(sessionId)
        awaited.expect(parentSessionId, child)
      }
      if (chat !== null) await goOnChat(topId)
    } catch (error) {
      // One of the waiting parents does not resume.
      for (const sessionId of waitedFor) children.toBackground(sessionId)
      throw error
    }
  }
}

type Span = Pick<AgentRun, 'startedAt' | 'endedAt'>

/** Whether an agent paused while its parent, paused as well, waited for it. */
function pausedWithin({ background, endedAt }: AgentRun, parent: Span | null): boolean {
  if (background || parent === null || endedAt === null) return false
  return endedAt >= parent.startedAt && endedAt <= (parent.endedAt ?? endedAt)
}

export type ResumeAll = ReturnType<typeof createResumeAll>
