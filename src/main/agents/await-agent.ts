import type { RunRecord } from '#shared/run/run.ts'
import type { Clock } from '../lib/clock.ts'
import type { Child } from './child-task.ts'
import type { Children } from './children.ts'

export type AwaitDeps = {
  readonly children: Pick<Children, 'toBackground'>
  readonly clock: Pick<Clock, 'schedule'>
  /** After how many milliseconds an agent is not waited for any longer, but goes on in the background; null for never. */
  readonly movesAfterMs: () => number | null
}

/** How it was that nobody waits for an agent any more: the person wanted it so, or it took long. */
export type MovedBy = 'person' | 'time'

/**
 * Waits until an agent has ended, or until it is to go on in the background. So one that is slow does not keep what its
 * siblings have found from who asked for all of them. It is stopped when the wait is.
 */
export async function awaitAgent(
  deps: AwaitDeps,
  child: Child,
  signal: AbortSignal,
): Promise<RunRecord | MovedBy> {
  let movedBy: MovedBy = 'person'
  const stop = () => child.stop(signal.reason)
  const ms = deps.movesAfterMs()
  const keep =
    ms === null
      ? () => {}
      : deps.clock.schedule(ms, () => {
          // The person may have switched it off meanwhile.
          if (deps.movesAfterMs() === null) return
          movedBy = 'time'
          // One that has just ended is not moved, and its answer is what the wait ends with.
          deps.children.toBackground(child.sessionId)
        })
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return (await Promise.race([child.done, child.moved])) ?? movedBy
  } finally {
    keep()
    signal.removeEventListener('abort', stop)
  }
}
