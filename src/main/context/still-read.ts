import type { DurableEvent } from '#shared/events/event.ts'
import { snippedIn } from '#shared/session/snipped.ts'
import { cutPath } from './cut.ts'

/**
 * The part of a branch a model still reads, led by the newest compaction: neither summed up nor left out by the person.
 * What the model was told anywhere else it may not know any more.
 */
export function stillRead(path: readonly DurableEvent[]): readonly DurableEvent[] {
  const { events: left } = cutPath(path)
  const { events: out } = snippedIn(path)
  return out.size === 0 ? left : left.filter(({ id }) => !out.has(id))
}
