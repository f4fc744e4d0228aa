import type { RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Child } from './child-task.ts'
import type { Children } from './children.ts'
import type { Siblings } from './siblings.ts'

/** The run that waits for an agent. */
export type WaitsForAgent = { readonly sessionId: SessionId; readonly runId: RunId }

export type AwaitDeps = {
  readonly children: Pick<Children, 'toBackground'>
  readonly siblings: Siblings
  /** True for a run that may go on with what some of its agents have found. */
  readonly goesOnWithout: (by: WaitsForAgent) => boolean
}

/** How it was that nobody waits for an agent any more: the person wanted it so, or its siblings have long ended. */
export type MovedBy = 'person' | 'time'

/** Waits until an agent has ended, or until it is to go on in the background. It is stopped when the wait is. */
export async function awaitAgent(
  { children, siblings, goesOnWithout }: AwaitDeps,
  { child, by }: { readonly child: Child; readonly by: WaitsForAgent },
  signal: AbortSignal,
): Promise<RunRecord | MovedBy> {
  let movedBy: MovedBy = 'person'
  const stop = () => child.stop(signal.reason)
  const late = () => {
    movedBy = 'time'
    // One that has just ended is not moved, and its answer is what the wait ends with.
    children.toBackground(child.sessionId)
  }
  const leave = goesOnWithout(by) ? siblings.wait(by.runId, late) : () => {}
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  let how: 'ended' | 'moved' = 'ended'
  try {
    const end = await Promise.race([child.done, child.moved])
    if (end !== undefined) return end
    how = 'moved'
    return movedBy
  } finally {
    leave(how)
    signal.removeEventListener('abort', stop)
  }
}
