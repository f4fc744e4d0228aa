import type { DurableKind } from '#shared/events/event.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { Bus } from '../delivery/bus.ts'
import type { EventReader } from '../event-reader.ts'
import type { EventStore } from '../event-store.ts'

type Deps = {
  readonly reader: Pick<EventReader, 'logsOf' | 'chats' | 'chat' | 'bin'>
  readonly store: Pick<EventStore, 'folds'>
  readonly bus: Pick<Bus, 'subscribe'>
  readonly changed: (listing: SessionListing) => void
}

/** Event kinds that move a sidebar row or change its mark. */
const LISTED: ReadonlySet<DurableKind> = new Set([
  'session.created',
  'session.meta',
  'run.status',
  'interaction.requested',
  'interaction.resolved',
])

/** The lines of the sidebar: chats by project, newest first, each with the state it is in. */
export function createListings({ reader, store, bus, changed }: Deps) {
  const unsubscribe = bus.subscribe((sessionId: SessionId, events) => {
    if (!events.some((event) => event.tier === 'durable' && LISTED.has(event.kind))) return
    // Most of what happens is the work of agents, and only chats have a line.
    if (store.folds(sessionId).session?.kind !== 'chat') return
    const listing = reader.chat(sessionId)
    if (listing !== null) changed(listing)
  })

  return {
    ofProject: (
      projectId: ProjectId,
      limit: number,
      withArchived = false,
    ): { sessions: SessionListing[]; total: number } => reader.chats(projectId, limit, withArchived),
    /** Every log of a project: chats, agents and workflow runs, also in the bin. */
    logsOf: (projectId: ProjectId): SessionId[] => reader.logsOf(projectId),
    /** Chats that were deleted and can still be had back. */
    inBin: (): SessionListing[] => reader.bin(),
    /** Tells of a line that looks different for a reason that is no event. */
    tell: (sessionId: SessionId): void => {
      const listing = reader.chat(sessionId)
      if (listing !== null) changed(listing)
    },
    close: unsubscribe,
  }
}

export type Listings = ReturnType<typeof createListings>
