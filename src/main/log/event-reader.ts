import type { DurableEvent, DurableKind } from '#shared/events/event.ts'
import type { EventId, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { type EventRow, eventOf } from './event-row.ts'
import { type ListingRow, listingOf } from './listing-row.ts'
import type { LogRows } from './rows.ts'

type Deps = {
  readonly rows: LogRows
  /** Called with rows that this version cannot read; they stay in the log and are passed over. */
  readonly reportUnreadable: (row: { id: string; kind: string }) => void
}

/** Questions to the log. None of them changes anything. */
export function createEventReader({ rows, reportUnreadable }: Deps) {
  const readable = (found: readonly (EventRow | undefined)[]): DurableEvent[] =>
    found.flatMap((row) => {
      if (row === undefined) return []
      const event = eventOf(row)
      if (event === null) reportUnreadable({ id: row.id, kind: row.kind })
      return event === null ? [] : [event]
    })

  const listed = (found: readonly (ListingRow | undefined)[]): SessionListing[] =>
    found.flatMap((row) => {
      if (row === undefined) return []
      const listing = listingOf(row)
      if (listing === null) reportUnreadable({ id: row.id, kind: 'session' })
      return listing === null ? [] : [listing]
    })

  return {
    /** The branch ending at `leaf`, root first, at most `limit` events long. */
    path: (leaf: EventId | null, limit: number): DurableEvent[] =>
      leaf === null ? [] : readable(rows.pathTo.all({ leaf, limit })),
    event: (id: EventId): DurableEvent | null => readable([rows.eventById.get(id)])[0] ?? null,
    newestOfKind: (sessionId: SessionId, kind: DurableKind): DurableEvent | null =>
      readable([rows.newestOfKind.get(sessionId, kind)])[0] ?? null,
    eventsAfter: (sessionId: SessionId, seq: number): DurableEvent[] =>
      readable(rows.eventsAfter.all(sessionId, seq)),
    /** What a run has asked the person, and the answers, oldest first. */
    asksOf: (runId: RunId): DurableEvent[] => readable(rows.asksOfRun.all(runId)),
    /** Sessions with a run that has no ending, or with messages that wait. */
    unsettled: (): SessionId[] => rows.unsettled.all().map(({ id }) => id as SessionId),
    /** The newest chats of a project, and how many there are in all. No chat's folds are read for it. */
    chats: (projectId: ProjectId, limit: number): { sessions: SessionListing[]; total: number } => ({
      sessions: listed(rows.chatLines.all(projectId, limit)),
      total: rows.countChats.get(projectId)?.total ?? 0,
    }),
    /** The line of one chat, or null when it is none. */
    chat: (sessionId: SessionId): SessionListing | null => listed([rows.chatLine.get(sessionId)])[0] ?? null,
    sessionIds: (): SessionId[] => rows.sessionIds.all().map(({ id }) => id as SessionId),
  }
}

export type EventReader = ReturnType<typeof createEventReader>
