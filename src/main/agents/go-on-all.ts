import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { RunLog } from '../runs/run-log.ts'
import { type AgentRuns, isPaused } from './agent-runs.ts'
import type { Children } from './children.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly agentRuns: Pick<AgentRuns, 'under'>
  readonly children: Pick<Children, 'tell'>
  /** Lets a chat go on where it was broken off. */
  readonly goOnChat: (sessionId: SessionId) => Promise<void>
}

const GO_ON =
  'You were paused because a limit was reached. The person lets you go on: continue where you stopped.'

/** Lets a chat and all its agents that a limit has paused go on where they stood. */
export function createGoOnAll({ log, agentRuns, children, goOnChat }: Deps) {
  return async (chatId: SessionId): Promise<void> => {
    const paused = agentRuns.under(chatId).filter(({ state }) => state === 'paused')
    for (const { sessionId } of paused) await children.tell(sessionId, { prompt: GO_ON, background: true })
    const last = Object.values<RunRecord>(log.folds(chatId).runs).findLast(({ kind }) => kind === 'chat')
    if (last !== undefined && isPaused(last)) await goOnChat(chatId)
  }
}

export type GoOnAll = ReturnType<typeof createGoOnAll>
