import { AppError } from '#shared/errors.ts'
import type { QueueItemId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { FilePart } from '#shared/session/message.ts'
import type { QueueItem, QueueLane } from '#shared/session/queue/queue.ts'
import type { NewId } from '../../lib/ids.ts'
import type { RunLog } from '../run/run-log.ts'

type Deps = { readonly log: RunLog; readonly newId: NewId }

/** The messages that wait in a session. Each change is an event, so the queue survives everything. */
export function createQueue({ log, newId }: Deps) {
  /** Items removed since the app started. A second window may remove the same one. */
  const takenOut = new Set<QueueItemId>()
  const itemOf = (sessionId: SessionId, itemId: QueueItemId): QueueItem => {
    const item = log.folds(sessionId).queue.find((entry) => entry.itemId === itemId)
    if (item !== undefined) return item
    throw AppError.saying('queue.gone', say(takenOut.has(itemId) ? 'chat.takenOut' : 'chat.sent'))
  }

  return {
    itemOf,
    /** Moves a message to the front of the active run's steering queue. */
    toSteer: (sessionId: SessionId, itemId: QueueItemId): void => {
      const { held } = itemOf(sessionId, itemId)
      const of = { lane: 'steer', itemId } as const
      log.publish(sessionId, [
        { kind: 'queue.changed', payload: { ...of, op: 'update', position: 0 } },
        ...(held ? [{ kind: 'queue.changed' as const, payload: { ...of, op: 'release' as const } }] : []),
      ])
    },
    add: (
      sessionId: SessionId,
      lane: QueueLane,
      text: string,
      files: readonly FilePart[] = [],
      saidBy: Pick<QueueItem, 'by' | 'call' | 'command'> = {},
    ): QueueItemId => {
      const along = { ...(files.length === 0 ? {} : { files: [...files] }), ...saidBy }
      const itemId = newId('queueItem')
      log.publish(sessionId, [
        { kind: 'queue.changed', payload: { lane, op: 'add', itemId, text, ...along } },
      ])
      return itemId
    },
    update: (
      sessionId: SessionId,
      itemId: QueueItemId,
      change: { text?: string; position?: number },
    ): void => {
      const { lane } = itemOf(sessionId, itemId)
      log.publish(sessionId, [{ kind: 'queue.changed', payload: { lane, op: 'update', itemId, ...change } }])
    },
    remove: (sessionId: SessionId, itemId: QueueItemId): void => {
      if (takenOut.has(itemId)) return
      const { lane } = itemOf(sessionId, itemId)
      log.publish(sessionId, [{ kind: 'queue.changed', payload: { lane, op: 'delete', itemId } }])
      takenOut.add(itemId)
    },
    /** Releases all held messages. */
    release: (sessionId: SessionId): void => {
      const held = log.folds(sessionId).queue.filter((item) => item.held)
      if (held.length === 0) return
      log.publish(
        sessionId,
        held.map(({ lane, itemId }) => ({ kind: 'queue.changed', payload: { lane, op: 'release', itemId } })),
      )
    },
  }
}

export type Queue = ReturnType<typeof createQueue>
