import type { NewDurableEvent } from '#shared/events/event.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { QueueItem } from '#shared/session/queue/queue.ts'

/** Returns the events for queued messages after the end of a run. */
export function queueAfter(run: RunRecord, queue: readonly QueueItem[]): NewDurableEvent[] {
  return [...leftoverSteers(queue), ...(isHoldingEnd(run) ? holdAll(queue) : [])]
}

/** Whether an end holds the queue instead of continuing automatically. */
function isHoldingEnd(run: RunRecord): boolean {
  return run.status === 'failed' || run.status === 'cancelled'
}

/** Words that were meant for a run that ended first move to the front of what comes next; none is lost. */
export function leftoverSteers(queue: readonly QueueItem[]): NewDurableEvent[] {
  return queue
    .filter((item) => item.lane === 'steer')
    .map(({ itemId }, position) => ({
      kind: 'queue.changed',
      payload: { lane: 'followup', op: 'update', itemId, position },
    }))
}

/** After a stop, a failure or a restart every waiting message waits until the person releases it. */
export function holdAll(queue: readonly QueueItem[]): NewDurableEvent[] {
  return queue
    .filter((item) => !item.held)
    .map(({ lane, itemId }) => ({ kind: 'queue.changed', payload: { lane, op: 'hold', itemId } }))
}
