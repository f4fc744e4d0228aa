import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { RunLog } from '../runs/run-log.ts'
import { type AgentRuns, isPaused } from './agent-runs.ts'
import type { Children } from './children.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly agentRuns: Pick<AgentRuns, 'of' | 'under'>
  readonly children: Pick<Children, 'tell'>
  /** Lets a chat go on where it was broken off. */
  readonly goOnChat: (sessionId: SessionId) => Promise<void>
}

/** What an agent is told that a limit had paused. */
export const GO_ON =
  'You were paused because a limit was reached. The person lets you go on: continue where you stopped.'

/** Lets a chat, or an agent, and all that work for it go on where they stood, as far as a limit has paused them. */
export function createGoOnAll({ log, agentRuns, children, goOnChat }: Deps) {
  return async (topId: SessionId): Promise<void> => {
    const top = agentRuns.of(topId)
    const all = [...(top === null ? [] : [top]), ...agentRuns.under(topId)]
    const paused = all.filter(({ state }) => state === 'paused')
    for (const { sessionId } of paused) await children.tell(sessionId, { prompt: GO_ON, background: true })
    const last = Object.values<RunRecord>(log.folds(topId).runs).findLast(({ kind }) => kind === 'chat')
    if (last !== undefined && isPaused(last)) await goOnChat(topId)
  }
}

export type GoOnAll = ReturnType<typeof createGoOnAll>
