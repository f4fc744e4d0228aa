import type { RunRecord } from '#shared/run/run.ts'
import type { Child } from './child-task.ts'

/**
 * The runs of an agent that is begun again by itself, as one: who waits for it waits for the last of them. `next` is
 * told of the end of each, before anybody else is, and begins another one or answers null.
 */
export function asOneAgent(
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
    ...{ done: over(first), moved },
    stop: (reason) => current.stop(reason),
    tools: () => current.tools(),
  }
}
