import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Usage } from '#shared/session/message.ts'
import { addUsage, NO_USAGE } from '#shared/session/usage.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { newestRunOf } from './newest-run.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  /** The logs of the agents that runs of a session have started. */
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
}

/** All that work for a session, over however many others. */
export function subtreeOf({ childrenOf }: Pick<Deps, 'childrenOf'>, sessionId: SessionId): SessionId[] {
  const found = new Set<SessionId>()
  const look = (of: SessionId): void => {
    for (const child of childrenOf(of)) {
      if (found.has(child)) continue
      found.add(child)
      look(child)
    }
  }
  look(sessionId)
  return [...found]
}

/**
 * Returns all current subagents of a session, at any depth. Agents resumed by another parent are excluded.
 */
export function workersOf({ log, childrenOf }: Deps, sessionId: SessionId): SessionId[] {
  const ofNow = (of: SessionId) => childrenOf(of).filter((id) => worksFor(log, id, of))
  return subtreeOf({ childrenOf: ofNow }, sessionId).filter((id) => id !== sessionId)
}

function worksFor(log: Deps['log'], sessionId: SessionId, parent: SessionId): boolean {
  const by = newestRunOf(log, sessionId)?.parentRunId
  const { session } = log.folds(sessionId)
  if (by === undefined) return false
  // Of a very long log those runs count that are at hand, and the one that started it.
  const startedIt = session?.parentSessionId === parent && session.parentRunId === by
  return startedIt || log.folds(parent).runs[by] !== undefined
}

/** Returns the total usage of these sessions by model. */
export function usageOf({ log }: Pick<Deps, 'log'>, sessions: readonly SessionId[]): Record<string, Usage> {
  const sum: Record<string, Usage> = {}
  for (const id of sessions) {
    for (const [model, usage] of Object.entries(log.folds(id).session?.usage ?? {})) {
      sum[model] = addUsage(sum[model] ?? NO_USAGE, usage)
    }
  }
  return sum
}

/** Returns the loaded runs of these sessions. */
export function runsOf({ log }: Pick<Deps, 'log'>, sessions: readonly SessionId[]): RunRecord[] {
  return sessions.flatMap((id) => Object.values<RunRecord>(log.folds(id).runs))
}
