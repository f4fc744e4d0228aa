import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import type { ContextId, EventId, SessionId } from '#shared/ids.ts'
import type { Bus } from './bus.ts'
import type { EventReader } from './event-reader.ts'
import type { EventStore } from './event-store.ts'

type Deps = { readonly store: EventStore; readonly reader: EventReader; readonly bus: Bus }

/** How many branches stay in memory. A branch in use is asked for at every turn. */
const KEPT_PATHS = 16
const WHOLE = 1_000_000

/** The branch a context stands on, whole, root first. Read once and then grown with the log. */
export function createPaths({ store, reader, bus }: Deps) {
  const paths = new Map<ContextId, DurableEvent[]>()

  const unsubscribe = bus.subscribe((_sessionId, events) => {
    for (const event of events) {
      if (event.tier !== 'durable') continue
      if (event.kind === 'leaf.moved') paths.delete(event.payload.contextId)
      if (event.contextId === undefined || GOVERNANCE[event.kind].leaf !== 'advance') continue
      paths.get(event.contextId)?.push(event)
    }
  })

  const of = (sessionId: SessionId, contextId: ContextId): readonly DurableEvent[] => {
    const leaf: EventId | null = store.folds(sessionId).contexts[contextId]?.leaf ?? null
    const known = paths.get(contextId)
    if (known !== undefined && (known.at(-1)?.id ?? null) === leaf) return known
    const path = reader.path(leaf, WHOLE)
    paths.delete(contextId)
    paths.set(contextId, path)
    for (const oldest of paths.keys()) {
      if (paths.size <= KEPT_PATHS) break
      paths.delete(oldest)
    }
    return path
  }

  return {
    of,
    /** The branch as it will stand when these events are stored. */
    withPending: (
      sessionId: SessionId,
      contextId: ContextId,
      pending: readonly NewDurableEvent[],
    ): readonly DurableEvent[] => {
      const path = of(sessionId, contextId)
      const next = pending.filter(({ kind }) => GOVERNANCE[kind].leaf === 'advance')
      return next.length === 0 ? path : [...path, ...store.preview(sessionId, next)]
    },
    close: unsubscribe,
  }
}
