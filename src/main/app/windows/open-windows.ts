import type { AppEvent, WindowMessage } from '#shared/events/delivery.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Clock } from '../../lib/clock.ts'
import { newEpoch } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import { nextTurn } from '../../lib/next-turn.ts'
import type { Scope } from '../../lib/scope.ts'
import { createDelivery } from '../../log/delivery/delivery.ts'
import { createGate } from '../../log/delivery/gate.ts'
import { schedule } from '../../log/delivery/schedule.ts'
import { createInbox } from '../../log/listings/inbox.ts'
import { createListings } from '../../log/listings/listings.ts'
import { createUnread } from '../../log/listings/unread.ts'
import type { Storage } from '../storage/open-storage.ts'

type Deps = {
  readonly storage: Storage
  readonly clock: Clock
  readonly send: (windowId: number, message: WindowMessage) => void
  readonly draftOf: (sessionId: SessionId) => string
  readonly attachLog: Pick<Logger, 'info' | 'warn'>
  readonly scope: Scope
  readonly tell: (event: AppEvent) => void
}

/** Opens the delivery to windows: events of open sessions and the rows of the sidebar. */
export function openWindows({ storage, clock, send, draftOf, attachLog, scope, tell }: Deps) {
  const { db, disk, store, reader, bus } = storage
  const delivery = createDelivery({
    store,
    reader,
    bus,
    schedule,
    draftOf,
    note: attachLog,
    send: createGate({ disk, send, breath: nextTurn, signal: scope.signal }),
    epoch: newEpoch(),
    elapsed: clock.elapsed,
  })
  scope.add(delivery.close)
  const listings = createListings({
    reader,
    store,
    bus,
    changed: (listing) => tell({ kind: 'session.listed', listing, op: 'updated' }),
  })
  scope.add(listings.close)
  const unread = createUnread({
    db,
    store,
    bus,
    isShown: delivery.isShown,
    changed: listings.tell,
  })
  scope.add(unread.close)
  const inbox = createInbox({ reader, bus, schedule, changed: () => tell({ kind: 'inbox.changed' }) })
  scope.add(inbox.close)
  return { delivery, listings, unread, inbox }
}
