import type { SessionId } from '#shared/ids.ts'
import type { Usage } from '#shared/session/message.ts'
import { addUsage, NO_USAGE } from '#shared/session/usage.ts'
import type { RunLog } from '../runs/run-log.ts'

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

/** What these sessions have used together, by model. */
export function usageOf({ log }: Pick<Deps, 'log'>, sessions: readonly SessionId[]): Record<string, Usage> {
  const sum: Record<string, Usage> = {}
  for (const id of sessions) {
    for (const [model, usage] of Object.entries(log.folds(id).session?.usage ?? {})) {
      sum[model] = addUsage(sum[model] ?? NO_USAGE, usage)
    }
  }
  return sum
}
