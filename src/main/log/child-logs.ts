import type { RunId, SessionId } from '#shared/ids.ts'
import type { Bus } from './delivery/bus.ts'
import type { EventReader } from './event-reader.ts'
import type { EventStore } from './event-store.ts'

type Deps = {
  readonly reader: Pick<EventReader, 'childrenOf'>
  readonly store: Pick<EventStore, 'folds'>
  readonly bus: Pick<Bus, 'subscribe'>
}

/** Maximum cached logs with their subagents. */
const KEPT = 4_096

/** The logs of agents that runs of a session have started. Read once and then followed: each line of an agent asks. */
export function createChildLogs({ reader, store, bus }: Deps) {
  const known = new Map<SessionId, readonly SessionId[]>()
  /** Missing parent logs that already have subagents: an import delivers logs in this order. */
  const awaited = new Set<SessionId>()

  const keep = (sessionId: SessionId, children: readonly SessionId[]): void => {
    if (known.size >= KEPT) known.clear()
    known.set(sessionId, children)
  }

  /** Drops the cached subagents of the parent, or the whole cache when the parent run is in another log. */
  const joined = (sessionId: SessionId, parentRunId: RunId): void => {
    const above = store.folds(sessionId).session?.parentSessionId ?? null
    if (above !== null && store.folds(above).session === null) awaited.add(above)
    if (above !== null && store.folds(above).runs[parentRunId] !== undefined) known.delete(above)
    else known.clear()
  }

  const unsubscribe = bus.subscribe((sessionId, events) => {
    for (const event of events) {
      if (event.kind === 'session.created' && !awaited.delete(sessionId)) keep(sessionId, [])
      if (event.kind !== 'run.status' || event.payload.from !== null) continue
      const { parentRunId } = event.payload.spec ?? {}
      if (parentRunId !== undefined) joined(sessionId, parentRunId)
    }
  })

  return {
    /** In the order in which they began. */
    of: (sessionId: SessionId): readonly SessionId[] => {
      const found = known.get(sessionId)
      if (found !== undefined) return found
      const read = reader.childrenOf(sessionId)
      keep(sessionId, read)
      return read
    },
    close: unsubscribe,
  }
}
