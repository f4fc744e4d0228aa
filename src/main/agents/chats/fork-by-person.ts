import { AppError } from '#shared/errors.ts'
import type { CallId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import { titleOf } from '../../runs/chats/title.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Children } from '../children/children.ts'
import { AGENT_LIMITS } from '../records/agent-limits.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly children: Pick<Children, 'start'>
  /** Names a call that no model has made. */
  readonly newCallId: () => CallId
  readonly signal: AbortSignal
}

/** Creates the person's action that forks the agent of a chat with its history, for a background task. */
export function createForkByPerson({ log, children, newCallId, signal }: Deps) {
  return async (sessionId: SessionId, directive: string): Promise<void> => {
    const { session, runs } = log.folds(sessionId)
    const active = session?.meta.activeContextId ?? null
    const run = Object.values<RunRecord>(runs).findLast(
      ({ kind, contextId }) => kind === 'chat' && contextId === active,
    )
    if (run === undefined) throw AppError.saying('session.not_found', say('fork.nothing'))
    const parent = { sessionId, runId: run.runId, callId: newCallId() }
    const title = titleOf(directive).slice(0, 120)
    const { hardMs } = AGENT_LIMITS
    await children.start(
      {
        parent,
        title,
        hardMs,
        prompt: directive,
        agentId: null,
        background: true,
        fork: true,
        by: 'person',
      },
      signal,
    )
  }
}

export type ForkByPerson = ReturnType<typeof createForkByPerson>
