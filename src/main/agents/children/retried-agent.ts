import type { RunRecord } from '#shared/run/run.ts'
import type { Child } from '../records/child-task.ts'

/**
 * Presents the runs of an automatically retried agent as one, so that the parent waits for the last. `next`
 * sees each end before any other part and returns the retry or null.
 */
export function retriedAgent(
  first: Child,
  next: (ended: RunRecord) => Child | null | Promise<Child | null>,
): Child {
  let current = first
  let move = () => {}
  const moved = new Promise<void>((resolve) => {
    move = resolve
  })
  const over = async (child: Child): Promise<RunRecord> => {
    current = child
    child.moved.then(move).catch(() => undefined)
    const run = await child.done
    const after = await next(run)
    return after === null ? run : over(after)
  }
  return {
    ...first,
    done: over(first),
    moved,
    stop: (reason) => current.stop(reason),
    tools: () => current.tools(),
  }
}
