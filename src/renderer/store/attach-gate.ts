import type { WindowMessage } from '#shared/events/delivery.ts'
import type { SessionId } from '#shared/ids.ts'

/** What main pushes about one session. */
export type SessionMessage = Exclude<WindowMessage, { t: 'app' }>
export type EventBatch = Extract<WindowMessage, { t: 'events' }>

/** Attaching again heals a hole. When that leads no further so often in a row, something is wrong and the person is told. */
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
