import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Supervisor } from '../../runs/run/supervisor.ts'
import type { LiveAgents } from '../records/live-agents.ts'
import { openRunOf } from '../records/newest-run.ts'
import { workersOf } from '../records/subtree.ts'
import type { OneAtATime } from './one-at-a-time.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly supervisor: Pick<Supervisor, 'cancel'>
  /** The logs of the agents that runs of a session have started. */
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  /** The line of an agent looks different. */
  readonly changed: (sessionId: SessionId) => void
}

/** Ends the work of agents. Harmless for one that has ended; each answers when it has. */
export function createStopAgents(deps: Deps, live: LiveAgents, begun: OneAtATime) {
  const stopLive = async (sessionId: SessionId, reason: string): Promise<boolean> => {
    const at = live.get(sessionId)
    at?.stop(AppError.cancelled(reason))
    await at?.over
    return at !== undefined
  }

  const stopAlone = async (sessionId: SessionId, reason: string): Promise<void> => {
    // A message after this point counts after the stop and resumes the agent.
    const beginning = begun.over(sessionId)
    const worked = await stopLive(sessionId, reason)
    await beginning
    const began = beginning !== null && (await stopLive(sessionId, reason))
    // An agent waiting for the person since a restart has no live run to stop.
    const open = worked || began ? null : openRunOf(deps.log, sessionId)
    if (open === null) return
    await deps.supervisor.cancel(sessionId, open.runId, reason)
    deps.changed(sessionId)
  }

  return {
    /** Stops an agent and all that work for it, whether anybody waits for them or not. */
    stop: async (sessionId: SessionId, reason: string): Promise<void> => {
      const all = [sessionId, ...workersOf(deps, sessionId)]
      await Promise.all(all.map((id) => stopAlone(id, reason)))
    },
    /** Stops an agent and the subagents it waits for. Its background subagents continue. */
    stopAlone,
  }
}
