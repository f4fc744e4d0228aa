import type { DurableKind } from '#shared/events/event.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { RunStatus } from '#shared/run/run.ts'
import type { SessionListing, SessionRecord } from '#shared/session/session.ts'
import type { Bus } from './bus.ts'
import type { EventReader } from './event-reader.ts'
import type { EventStore } from './event-store.ts'

type Deps = {
  readonly store: EventStore
  readonly reader: EventReader
  readonly bus: Bus
  readonly changed: (listing: SessionListing) => void
}

/** What moves a line of the sidebar or changes its mark. */
const LISTED: ReadonlySet<DurableKind> = new Set([
  'session.created',
  'session.meta',
  'run.status',
  'interaction.requested',
  'interaction.resolved',
])

/** The lines of the sidebar: chats by project, newest first, each with the state it is in. */
export function createListings({ store, reader, bus, changed }: Deps) {
  const listingOf = (record: SessionRecord): SessionListing => ({
    id: record.id,
    projectId: record.meta.projectId,
    title: record.meta.title,
    updatedAt: record.updatedAt,
    state: stateOf(
      reader.newestRunStatus(record.id) as RunStatus | null,
      Object.keys(store.folds(record.id).interactions).length > 0,
    ),
  })

  const unsubscribe = bus.subscribe((sessionId: SessionId, events) => {
    if (!events.some((event) => event.tier === 'durable' && LISTED.has(event.kind))) return
    const { session } = store.folds(sessionId)
    if (session?.kind === 'chat') changed(listingOf(session))
  })

  return {
    ofProject: (projectId: ProjectId, limit: number): { sessions: SessionListing[]; total: number } => {
      const { sessions, total } = reader.chats(projectId, limit)
      return { sessions: sessions.map(listingOf), total }
    },
    close: unsubscribe,
  }
}

export type Listings = ReturnType<typeof createListings>

function stateOf(newest: RunStatus | null, waiting: boolean): SessionListing['state'] {
  if (waiting) return 'waiting'
  switch (newest) {
    case null:
      return 'idle'
    case 'completed':
      return 'done'
    case 'failed':
      return 'failed'
    case 'cancelled':
      return 'stopped'
    default:
      return 'running'
  }
}
