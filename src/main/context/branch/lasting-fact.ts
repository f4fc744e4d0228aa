import type { DurableEvent } from '#shared/events/event.ts'

type Scanned = { events: number; found: boolean }

/**
 * Creates a test whether any event of a branch makes a fact true. A branch only grows, so each event of a list is tested
 * once. With `upTo`, only so many events are tested for now.
 */
export function createLastingFact(makes: (event: DurableEvent) => boolean) {
  const scanned = new WeakMap<readonly DurableEvent[], Scanned>()
  return (path: readonly DurableEvent[], upTo = path.length): boolean => {
    const known = scanned.get(path) ?? { events: 0, found: false }
    scanned.set(path, known)
    for (; known.events < upTo && !known.found; known.events += 1) {
      const event = path[known.events]
      known.found = event !== undefined && makes(event)
    }
    return known.found
  }
}
