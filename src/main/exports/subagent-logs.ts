import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'

/** The log of an agent that works for a chat, or for another agent of it. */
export type SubagentLog = { readonly sessionId: SessionId; readonly events: readonly DurableEvent[] }

export type SubagentLogs = {
  /** Agent logs, each after that of its parent. */
  readonly logs: readonly SubagentLog[]
  /** Number of logs beyond the limit of a file. */
  readonly leftOut: number
}

type Deps = {
  readonly folds: (sessionId: SessionId) => Pick<SessionFolds, 'session'>
  readonly reader: {
    readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  }
  /** Returns the exported events of a log. */
  readonly eventsOf: (sessionId: SessionId) => readonly DurableEvent[]
}

/** Export limits for agents, equal to those of the import. */
const MOST_LOGS = 1_000
const MOST_EVENTS = 80_000

/** Reads the logs of all agents below a chat. Logs of workflows are files of their own. */
export function subagentLogsOf({ folds, reader, eventsOf }: Deps, chat: SessionId): SubagentLogs {
  const logs: SubagentLog[] = []
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
