import type { DurableEvent, DurableEventOf, NewDurableEvent } from '#shared/events/event.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import type { ContextId, EventId, SessionId } from '#shared/ids.ts'
import type { Bus } from './bus.ts'
import type { EventReader } from './event-reader.ts'
import type { EventStore } from './event-store.ts'

type Deps = { readonly store: EventStore; readonly reader: EventReader; readonly bus: Bus }

/** Branches cached regardless of length. Every turn reads its branch. */
const KEPT_PATHS = 16
/**
 * Additional cached branches while their total stays within the limit: a chat may have two hundred agents.
 */
const MOST_KEPT_PATHS = 256
const MOST_KEPT_EVENTS = 20_000
const WHOLE = 1_000_000

/** Creates the cache of each context's full branch, root first. Read once and then extended with the log. */
export function createPaths({ store, reader, bus }: Deps) {
  const paths = new Map<ContextId, DurableEvent[]>()

  const keep = (contextId: ContextId, path: DurableEvent[]): void => {
    paths.delete(contextId)
    paths.set(contextId, path)
    for (const oldest of paths.keys()) {
      if (!isCrowded(paths)) break
      paths.delete(oldest)
    }
  }

  const unsubscribe = bus.subscribe((_sessionId, events) => {
    for (const event of events) {
      if (event.tier !== 'durable') continue
      if (event.kind === 'leaf.moved') paths.delete(event.payload.contextId)
      // Nothing was said in a new history, so it need not be read.
      if (event.kind === 'context.status' && beginsEmpty(event.payload)) keep(event.payload.contextId, [])
      if (event.contextId === undefined || GOVERNANCE[event.kind].leaf !== 'advance') continue
      paths.get(event.contextId)?.push(event)
    }
  })

  const of = (sessionId: SessionId, contextId: ContextId): readonly DurableEvent[] => {
    const leaf: EventId | null = store.folds(sessionId).contexts[contextId]?.leaf ?? null
    const known = paths.get(contextId)
    if (known !== undefined && (known.at(-1)?.id ?? null) === leaf) return known
    const path = reader.path(leaf, WHOLE)
    keep(contextId, path)
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

/** Whether a new context starts empty. One in `continue` mode already has events. */
const beginsEmpty = ({ status, mode }: Created): boolean => status === 'created' && mode !== 'continue'

type Created = Pick<DurableEventOf<'context.status'>['payload'], 'status' | 'mode'>

function isCrowded(paths: ReadonlyMap<ContextId, readonly DurableEvent[]>): boolean {
  if (paths.size <= KEPT_PATHS) return false
  if (paths.size > MOST_KEPT_PATHS) return true
  let events = 0
  for (const { length } of paths.values()) events += length
  return events > MOST_KEPT_EVENTS
}
