import type { Clock } from './clock.ts'

type Timing = {
  readonly clock: Pick<Clock, 'schedule'>
  /** The least time between two notifications, in milliseconds. */
  readonly everyMs: number
  /** Ends all notifications. */
  readonly signal: AbortSignal
}

/** Throttles notifications: the first is sent at once, later ones after a delay. */
export function gathered({ clock, everyMs, signal }: Timing, told: () => void): () => void {
  let resting = false
  let again = false
  const act = () => {
    if (signal.aborted) return
    if (resting) {
      again = true
      return
    }
    resting = true
    told()
    clock.schedule(everyMs, () => {
      resting = false
      if (!again) return
      again = false
      act()
    })
  }
  return act
}
