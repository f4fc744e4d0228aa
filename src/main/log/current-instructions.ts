import type { DurableEventOf } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import type { Bus } from './delivery/bus.ts'
import type { EventReader } from './event-reader.ts'

type Deps = { readonly reader: Pick<EventReader, 'newestOfKind'>; readonly bus: Pick<Bus, 'subscribe'> }

/** Maximum cached sessions: a chat may run two hundred agents, each with several requests. */
const KEPT = 256

/** The instructions that count for a session. */
export type CurrentInstructions = DurableEventOf<'instructions.snapshot'>

/**
 * Creates the cache of each session's newest instructions. Read once and then updated, because every request
 * uses them.
 */
export function createCurrentInstructions({ reader, bus }: Deps) {
  const newest = new Map<SessionId, CurrentInstructions>()
  const keep = (event: CurrentInstructions): void => keepNewest(newest, event.sessionId, event, KEPT)
  const unsubscribe = bus.subscribe((_sessionId, events) => {
    for (const event of events) if (event.kind === 'instructions.snapshot') keep(event)
  })
  return {
    /** Null for a session that was told nothing. */
    of: (sessionId: SessionId): CurrentInstructions | null => {
      const known = newest.get(sessionId)
      if (known !== undefined) return known
      const event = reader.newestOfKind(sessionId, 'instructions.snapshot')
      if (event?.kind !== 'instructions.snapshot') return null
      keep(event)
      return event
    },
    close: unsubscribe,
  }
}
