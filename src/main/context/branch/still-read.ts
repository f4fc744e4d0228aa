import type { DurableEvent } from '#shared/events/event.ts'
import { snippedIn } from '#shared/session/snipped.ts'
import { cutPath } from './cut.ts'

/**
 * Returns the part of a branch the model reads, after the newest compaction and without snipped parts. The
 * model may not know anything else.
 */
export function stillRead(path: readonly DurableEvent[]): readonly DurableEvent[] {
  const { events: left } = cutPath(path)
  const { events: out } = snippedIn(path)
  return out.size === 0 ? left : left.filter(({ id }) => !out.has(id))
}
