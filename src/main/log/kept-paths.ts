import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId } from '#shared/ids.ts'
import { eventBytes } from './event-bytes.ts'
import { type PathPart, recentStart } from './listings/recent-part.ts'

/** Maximum cached branches: a chat may have two hundred agents. */
const MOST_PATHS = 256

/** A part of a branch as it was read, with its estimated bytes. */
export type PathRead = { readonly events: DurableEvent[]; readonly bytes: number }

/** A cached branch. `whole` is null until more than its recent part was needed. */
type Kept = { recent: DurableEvent[]; whole: DurableEvent[] | null; bytes: number }

/** Keeps the branches that were used last, within a limit for their bytes. The newest is kept whatever its size. */
export function createKeptPaths(mostBytes: number) {
  const paths = new Map<ContextId, Kept>()
  let bytes = 0

  const drop = (contextId: ContextId): void => {
    bytes -= paths.get(contextId)?.bytes ?? 0
    paths.delete(contextId)
  }

  const letGo = (): void => {
    for (const oldest of paths.keys()) {
      if (paths.size <= 1 || (bytes <= mostBytes && paths.size <= MOST_PATHS)) break
      drop(oldest)
    }
  }

  return {
    /** Returns a branch, which counts as used. */
    at: (contextId: ContextId): Pick<Kept, 'recent' | 'whole'> | null => {
      const known = paths.get(contextId)
      if (known === undefined) return null
      paths.delete(contextId)
      paths.set(contextId, known)
      return known
    },
    /** Keeps what was read of a branch and returns the part. What is kept grows with the branch. */
    put: (contextId: ContextId, read: PathRead, part: PathPart): DurableEvent[] => {
      const { events } = read
      const start = recentStart(events)
      const recent = start === null ? events : events.slice(start)
      drop(contextId)
      paths.set(contextId, {
        recent,
        whole: part === 'whole' || start === null ? events : null,
        bytes: read.bytes,
      })
      bytes += read.bytes
      letGo()
      return part === 'whole' ? events : recent
    },
    /** Adds a new event to a branch that is kept. */
    grow: (contextId: ContextId, event: DurableEvent): void => {
      const known = paths.get(contextId)
      if (known === undefined) return
      known.recent.push(event)
      if (known.whole !== known.recent) known.whole?.push(event)
      const more = eventBytes(event)
      known.bytes += more
      bytes += more
      const start = event.kind === 'compact' ? recentStart(known.recent) : null
      if (start !== null) known.recent = known.recent.slice(start)
      letGo()
    },
    drop,
    /** Estimated bytes of all branches. */
    bytes: (): number => bytes,
  }
}
