import type { NewDurableEvent } from '#shared/events/event.ts'
import type { RunHandle } from './run-handle.ts'
import type { RunLog } from './run-log.ts'

/**
 * Lets the words that wait in the steer lane join the run. Each becomes an item of the branch in the same
 * transaction that takes it off the queue, between turns, so it can neither be lost nor fall off the branch.
 */
export function takeSteers(log: RunLog, run: RunHandle): void {
  const waiting = steersOf(log, run)
  if (waiting.length === 0) return
  run.publish(
    waiting.flatMap(({ itemId, lane, text }): NewDurableEvent[] => [
      { kind: 'queue.changed', payload: { lane, op: 'consume', itemId } },
      {
        kind: 'harness.item',
        payload: {
          kind: 'steer',
          origin: 'user',
          content: text,
          visibility: 'display',
          lifetime: 'session',
          placement: 'in-place',
        },
      },
    ]),
  )
}

/** True when words of the person wait to join the run. */
export function hasSteers(log: RunLog, run: RunHandle): boolean {
  return steersOf(log, run).length > 0
}

function steersOf(log: RunLog, run: RunHandle) {
  return log.folds(run.sessionId).queue.filter((item) => item.lane === 'steer' && !item.held)
}
