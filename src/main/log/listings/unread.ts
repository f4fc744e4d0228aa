import type { Database } from 'better-sqlite3'
import type { SessionEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Bus } from '../delivery/bus.ts'
import type { EventStore } from '../event-store.ts'

type Deps = {
  readonly db: Database
  readonly store: Pick<EventStore, 'folds'>
  readonly bus: Pick<Bus, 'subscribe'>
  /** True while a window has the chat open. */
  readonly isShown: (sessionId: SessionId) => boolean
  /** The line of this chat looks different now. */
  readonly changed: (sessionId: SessionId) => void
}

/** Marks chats whose run ended out of view. Opening the chat clears the mark. */
export function createUnread({ db, store, bus, isShown, changed }: Deps) {
  const insert = db.prepare<[string]>('INSERT OR IGNORE INTO unread_sessions (session_id) VALUES (?)')
  const all = db.prepare<[], { session_id: string }>('SELECT session_id FROM unread_sessions')
  const remove = db.prepare<[string]>('DELETE FROM unread_sessions WHERE session_id = ?')

  /** Known in memory, so that opening a chat that was read writes nothing. */
  const marked = new Set(all.all().map(({ session_id }) => session_id))

  const isEndOfChat = (sessionId: SessionId, event: SessionEvent): boolean => {
    if (event.kind !== 'run.status' || !isTerminal(event.payload.to)) return false
    const { session, runs } = store.folds(sessionId)
    return session?.kind === 'chat' && runs[event.payload.runId]?.kind === 'chat'
  }

  const unsubscribe = bus.subscribe((sessionId, events) => {
    if (isShown(sessionId) || !events.some((event) => isEndOfChat(sessionId, event))) return
    marked.add(sessionId)
    if (insert.run(sessionId).changes > 0) changed(sessionId)
  })

  return {
    /** The person has opened the chat. */
    seen: (sessionId: SessionId): void => {
      if (!marked.delete(sessionId)) return
      if (remove.run(sessionId).changes > 0) changed(sessionId)
    },
    close: unsubscribe,
  }
}
