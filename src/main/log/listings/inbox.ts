import type { DurableKind } from '#shared/events/event.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import type { Bus, Schedule } from '../delivery/bus.ts'
import type { EventReader } from '../event-reader.ts'

type Deps = {
  readonly reader: Pick<EventReader, 'inbox'>
  readonly bus: Pick<Bus, 'subscribe'>
  readonly schedule: Schedule
  /** Called after the inbox changed. Simultaneous changes are batched. */
  readonly changed: () => void
}

/** Event kinds that add, remove or rename an inbox row. */
const LISTED: ReadonlySet<DurableKind> = new Set([
  'interaction.requested',
  'interaction.resolved',
  'session.meta',
])

/** Many agents of one run ask and are answered within the same moment. */
const GATHER_MS = 50

/** Everything that waits for the person, over all sessions. The rows are the log's own: a restart changes nothing. */
export function createInbox({ reader, bus, schedule, changed }: Deps) {
  let cancel: (() => void) | null = null
  const tell = (): void => {
    cancel = null
    changed()
  }
  const unsubscribe = bus.subscribe((_sessionId, events) => {
    if (!events.some((event) => event.tier === 'durable' && LISTED.has(event.kind))) return
    cancel ??= schedule(GATHER_MS, tell)
  })

  return {
    list: (): InboxItem[] => reader.inbox(),
    close: (): void => {
      unsubscribe()
      cancel?.()
      cancel = null
    },
  }
}

export type Inbox = ReturnType<typeof createInbox>
