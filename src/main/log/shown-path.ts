import type { PathPage } from '#shared/events/delivery.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, SessionId } from '#shared/ids.ts'
import type { ContextRecord } from '#shared/session/session.ts'
import type { EventReader } from './event-reader.ts'
import type { EventStore } from './event-store.ts'

type Deps = {
  readonly reader: Pick<EventReader, 'event' | 'path'>
  readonly store: Pick<EventStore, 'folds'>
}

/**
 * Creates the visible history of a chat: the branch of the current agent, preceded by the conversations with
 * earlier agents. Each model reads only its own branch, but the person talked to all agents.
 */
export function createShownPaths({ reader, store }: Deps) {
  /** Pages backwards from a leaf, from one history into the one it followed. */
  const page = (
    sessionId: SessionId,
    leaf: EventId | null,
    owner: ContextId | null,
    limit: number,
  ): PathPage => {
    const { contexts } = store.folds(sessionId)
    let path: DurableEvent[] = reader.path(leaf, limit)
    let context = contextOf(contexts, path, owner)
    for (const seen = new Set<ContextId>(); hasRoot(path) && context !== undefined; ) {
      const before = followed(contexts, context)
      if (before === null || seen.has(before.id)) return { path, hasOlder: false }
      if (path.length >= limit) return { path, hasOlder: before.leaf !== null }
      seen.add(before.id)
      const earlier = reader.path(before.leaf, limit - path.length)
      path = [...earlier, ...path]
      context = contextOf(contexts, earlier, before.id)
    }
    return { path, hasOlder: !hasRoot(path) }
  }

  return {
    /** The newest part of what is shown of a chat. */
    newest: (sessionId: SessionId, limit: number): PathPage => {
      const { session, contexts } = store.folds(sessionId)
      const contextId = session?.meta.activeContextId ?? null
      const leaf = contextId === null ? null : (contexts[contextId]?.leaf ?? null)
      return page(sessionId, leaf, contextId, limit)
    },
    /** The part that ends just before an event; nothing when the event is of another session. */
    before: (sessionId: SessionId, id: EventId, limit: number): PathPage => {
      const event = reader.event(id)
      if (event?.sessionId !== sessionId) return { path: [], hasOlder: false }
      return page(sessionId, event.parentId, event.contextId ?? null, limit)
    },
  }
}

type Contexts = Readonly<Record<ContextId, ContextRecord>>

/** Whether the events include the start of a history. */
function hasRoot(path: readonly DurableEvent[]): boolean {
  return (path[0]?.parentId ?? null) === null
}

/** Whose history these events are the beginning of. A context that continues another shares its events. */
function contextOf(
  contexts: Contexts,
  path: readonly DurableEvent[],
  owner: ContextId | null,
): ContextRecord | undefined {
  const id = path[0]?.contextId ?? owner
  return id === null ? undefined : contexts[id]
}

/** The context whose history a person read before this one's. */
function followed(contexts: Contexts, context: ContextRecord): ContextRecord | null {
  let at: ContextRecord | undefined = context
  for (const seen = new Set<ContextId>(); at?.mode === 'continue' && at.from !== null && !seen.has(at.id); ) {
    seen.add(at.id)
    at = contexts[at.from]
  }
  return at === undefined || at.from === null ? null : (contexts[at.from] ?? null)
}
