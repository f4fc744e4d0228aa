import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'

/** The log of an agent that works for a chat, or for another agent of it. */
export type SideLog = { readonly sessionId: SessionId; readonly events: readonly DurableEvent[] }

export type SideLogs = {
  /** Whoever an agent works for stands before it. */
  readonly logs: readonly SideLog[]
  /** How many were too much for one file. */
  readonly leftOut: number
}

type Deps = {
  readonly folds: (sessionId: SessionId) => Pick<SessionFolds, 'session'>
  readonly reader: {
    readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  }
  /** What of a log goes along. */
  readonly eventsOf: (sessionId: SessionId) => readonly DurableEvent[]
}

/** What is beyond stays here: a file holds no more of agents than is read back. */
const MOST_LOGS = 1_000
const MOST_EVENTS = 80_000

/** Reads the logs of all agents below a chat. Logs of workflows are files of their own. */
export function sideLogsOf({ folds, reader, eventsOf }: Deps, chat: SessionId): SideLogs {
  const logs: SideLog[] = []
  const seen = new Set([chat])
  let [events, leftOut] = [0, 0]
  const below = (sessionId: SessionId): void => {
    for (const child of reader.childrenOf(sessionId)) {
      if (seen.has(child) || folds(child).session?.kind !== 'child') continue
      seen.add(child)
      const log = { sessionId: child, events: eventsOf(child) }
      if (logs.length === MOST_LOGS || events + log.events.length > MOST_EVENTS) {
        leftOut += 1
        continue
      }
      events += log.events.length
      logs.push(log)
      below(child)
    }
  }
  below(chat)
  return { logs, leftOut }
}
