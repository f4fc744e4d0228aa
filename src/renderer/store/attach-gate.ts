import type { WindowMessage } from '#shared/events/delivery.ts'
import type { SessionId } from '#shared/ids.ts'

/** A message of main about one session. */
export type SessionMessage = Exclude<WindowMessage, { t: 'app' | 'terminal' }>
export type EventBatch = Extract<WindowMessage, { t: 'events' }>

/**
 * Attempts to repair a gap by attaching again. After this many failures in a row the person gets an error.
 */
const MAX_HEALS = 5

/** Keeps batches while an attach is on its way, and counts how often attaching did not help. */
export function createAttachGate() {
  let turn = 0
  let waiting: { sessionId: SessionId; batches: EventBatch[] } | null = null
  let heals = 0

  return {
    enter(sessionId: SessionId): number {
      turn += 1
      waiting = { sessionId, batches: waiting?.sessionId === sessionId ? waiting.batches : [] }
      return turn
    },
    isCurrent: (mine: number) => mine === turn,
    leave(mine: number): readonly EventBatch[] {
      if (mine !== turn) return []
      const batches = waiting?.batches ?? []
      waiting = null
      return batches
    },
    reset(): void {
      turn += 1
      waiting = null
      heals = 0
    },
    holds(message: SessionMessage): boolean {
      if (waiting?.sessionId !== message.sessionId) return false
      if (message.t === 'events') waiting.batches.push(message)
      return true
    },
    mayHeal(): boolean {
      heals += 1
      return heals <= MAX_HEALS
    },
    healed(): void {
      heals = 0
    },
  }
}
