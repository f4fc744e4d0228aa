import type { DurableEvent, DurableKind } from '#shared/events/event.ts'
import type { EventId, RunId, SessionId } from '#shared/ids.ts'
import { SessionRecord } from '#shared/session/session.ts'
import { type EventRow, eventOf, jsonOf } from './event-row.ts'
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
    /** The newest chats of a project, and how many there are in all. */
    chats: (projectId: string, limit: number): { sessions: SessionRecord[]; total: number } => ({
      sessions: rows.sessionsOfProject.all(projectId, limit).flatMap(({ id, record }) => {
        const session = sessionOf(record)
        if (session === null) reportUnreadable({ id, kind: 'session' })
        return session === null ? [] : [session]
      }),
      total: rows.countSessions.get(projectId)?.total ?? 0,
    }),
    /** The state of a session's newest run, or null when it never ran. */
    newestRunStatus: (sessionId: SessionId): string | null => rows.newestRun.get(sessionId)?.status ?? null,
    sessionIds: (): SessionId[] => rows.sessionIds.all().map(({ id }) => id as SessionId),
  }
}

export type EventReader = ReturnType<typeof createEventReader>

function sessionOf(record: string): SessionRecord | null {
  const parsed = SessionRecord.safeParse(jsonOf(record))
  return parsed.success ? parsed.data : null
}
