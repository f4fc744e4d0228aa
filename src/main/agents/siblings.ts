import type { RunId } from '#shared/ids.ts'
import type { Clock } from '../lib/clock.ts'

type Deps = {
  readonly clock: Pick<Clock, 'schedule'>
  /** How long what agents have found waits for their siblings, in milliseconds; null for as long as those take. */
  readonly patienceMs: () => number | null
}

type Waiting = { readonly late: Set<() => void>; forget: () => void }

/** Agents that one run waits for at the same time. */
export type Siblings = {
  /**
   * One more of them. `late` is called when another has ended and after that nothing came from any for as long as patience
   * lasts. The returned function is called when this one is not waited for any more: it has ended, or it was left
   * to the background, or could not begin, and has brought nothing.
   */
  readonly wait: (runId: RunId, late: () => void) => (how: 'ended' | 'left') => void
}

/**
 * Sees to it that one agent that is slow, or hangs, does not keep back what its siblings have found: a model is asked again
 * only when all its calls are answered. Many that come one after the other are not taken apart. Decision 0056.
 */
export function createSiblings({ clock, patienceMs }: Deps): Siblings {
  const runs = new Map<RunId, Waiting>()

  const begin = (waiting: Waiting): void => {
    waiting.forget()
    const ms = patienceMs()
    if (ms === null) return
    waiting.forget = clock.schedule(ms, () => {
      // The person may have switched it off meanwhile.
      if (patienceMs() !== null) for (const late of [...waiting.late]) late()
    })
  }

  return {
    wait: (runId, late) => {
      const waiting = runs.get(runId) ?? { late: new Set(), forget: () => {} }
      runs.set(runId, waiting)
      waiting.late.add(late)
      return (how) => {
        waiting.late.delete(late)
        if (waiting.late.size === 0) {
          waiting.forget()
          runs.delete(runId)
        } else if (how === 'ended') begin(waiting)
      }
    },
  }
}
