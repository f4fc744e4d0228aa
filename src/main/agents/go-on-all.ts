import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import { isPaused } from '#shared/run/is-paused.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { RunLog } from '../runs/run-log.ts'
import { type HeldAt, refuseHeld } from '../runs/still-paused.ts'
import type { AgentRuns } from './agent-runs.ts'
import type { AwaitedAgents } from './awaited-agents.ts'
import type { Children } from './children.ts'
import { newestRunOf } from './newest-run.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly agentRuns: Pick<AgentRuns, 'of' | 'under'>
  readonly children: Pick<Children, 'tell' | 'toBackground'>
  readonly awaited: Pick<AwaitedAgents, 'expect'>
  readonly heldAt: HeldAt
  /** Lets a chat go on where it was broken off. */
  readonly goOnChat: (sessionId: SessionId) => Promise<void>
}

/** What an agent is told that a limit had paused. */
export const GO_ON =
  'You were paused because a limit was reached. The person lets you go on: continue where you stopped.'

/**
 * Lets a chat, or an agent, and all that work for it go on where they stood, as far as a limit has paused them. Who was
 * waited for when it paused is waited for again. Who would pause again at once stays as it is; where those are all, it
 * says so.
 */
export function createGoOnAll({ log, agentRuns, children, awaited, heldAt, goOnChat }: Deps) {
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
    const spanOf = (employer: SessionId): Span | null =>
      paused.find(({ sessionId }) => sessionId === employer) ??
      (chat === null || employer !== topId
        ? null
        : { startedAt: chat.createdAt, endedAt: chat.endedAt ?? null })
    const waitedFor: SessionId[] = []
    try {
      // From below: who begins finds those it waits for at work.
      for (const each of paused.toReversed()) {
        const { sessionId, parentSessionId } = each
        const isWaitedFor = pausedWithin(each, spanOf(parentSessionId))
        // The plan it has a step of gives it that step again, and waits for it.
        if (isWaitedFor && newestRunOf(log, sessionId)?.planId !== undefined) continue
        const child = await children.tell(sessionId, {
          ...{ prompt: GO_ON, by: 'app' },
          background: !isWaitedFor,
        })
        if (child === null || !isWaitedFor) continue
        waitedFor.push(sessionId)
        awaited.expect(parentSessionId, child)
      }
      if (chat !== null) await goOnChat(topId)
    } catch (error) {
      // Somebody does not go on who would have waited.
      for (const sessionId of waitedFor) children.toBackground(sessionId)
      throw error
    }
  }
}

type Span = Pick<AgentRun, 'startedAt' | 'endedAt'>

/** True for one that paused while somebody who is paused as well was waiting for it. */
function pausedWithin({ background, endedAt }: AgentRun, employer: Span | null): boolean {
  if (background || employer === null || endedAt === null) return false
  return endedAt >= employer.startedAt && endedAt <= (employer.endedAt ?? endedAt)
}

export type GoOnAll = ReturnType<typeof createGoOnAll>
