import type { RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Children } from '../children/children.ts'
import type { Child } from '../records/child-task.ts'
import type { Siblings } from './siblings.ts'

/** The run that waits for an agent. */
export type WaitsForAgent = { readonly sessionId: SessionId; readonly runId: RunId }

export type AwaitDeps = {
  readonly children: Pick<Children, 'toBackground'>
  readonly siblings: Siblings
  /** Whether the run may continue with the results of only some of its subagents. */
  readonly goesOnWithout: (by: WaitsForAgent) => boolean
}

/**
 * The reason an agent moved to the background: the person's request, or a timeout after its siblings ended.
 */
export type MovedBy = 'person' | 'time'

type Wanted = {
  /** Starts the agent, or tells one that works already, which is not waited for: null. */
  readonly begin: () => Promise<Child | null>
  readonly by: WaitsForAgent
}

/**
 * Starts an agent and waits until it ends or moves to the background. Aborting the wait stops the agent. The
 * wait is registered before the start, so that an agent that ends at once has its siblings. Null when no
 * parent waits.
 */
export async function awaitAgent(
  { children, siblings, goesOnWithout }: AwaitDeps,
  { begin, by }: Wanted,
  signal: AbortSignal,
): Promise<{ readonly child: Child; readonly end: RunRecord | MovedBy } | null> {
  let child: Child | null = null
  let movedBy: MovedBy = 'person'
  let how: 'ended' | 'left' = 'left'
  const late = () => {
    if (child === null) return
    movedBy = 'time'
    // One that has just ended is not moved, and its answer is what the wait ends with.
    children.toBackground(child.sessionId)
  }
  const leave = goesOnWithout(by) ? siblings.wait(by.runId, late) : () => {}
  try {
    child = await begin()
    if (child === null) return null
    const run = await endOf(child, signal)
    if (run === null) return { child, end: movedBy }
    how = 'ended'
    return { child, end: run }
  } finally {
    leave(how)
  }
}

/** Returns the ended run; null when the agent moved to the background. */
async function endOf(child: Child, signal: AbortSignal): Promise<RunRecord | null> {
  const stop = () => child.stop(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return (await Promise.race([child.done, child.moved])) ?? null
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
