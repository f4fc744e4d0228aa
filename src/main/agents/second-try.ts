import type { RunRecord } from '#shared/run/run.ts'
import type { Child } from './child-task.ts'

/** What an agent is told when it is tried again by itself. */
export const SECOND_TRY =
  'You were stopped because nothing was heard of you for a long time: what you did last never came to an end. What was done until then stands. Go on with your task from there, and do not repeat what hung: find another way, or say what cannot be done.'

/** True for a run that was stopped because nothing was heard of it. */
export const isHung = ({ status, error }: Pick<RunRecord, 'status' | 'error'>): boolean =>
  status === 'failed' && error?.said?.some(({ name }) => name === 'agent.silent') === true

/**
 * An agent that is tried again once when it hung. Who waits for it waits for the second try; what its siblings found
 * is there meanwhile. `again` starts it anew, or answers null where that is not wanted any more.
 */
export function withSecondTry(first: Child, again: () => Child | null): Child {
  let current = first
  const done = first.done.then((run) => {
    const second = isHung(run) ? again() : null
    if (second === null) return run
    current = second
    second.moved.then(move).catch(() => undefined)
    return second.done
  })
  let move = () => {}
  const moved = new Promise<void>((resolve) => {
    move = resolve
    first.moved.then(resolve).catch(() => undefined)
  })
  return {
    ...first,
    ...{ done, moved },
    stop: (reason) => current.stop(reason),
    tools: () => current.tools(),
  }
}
