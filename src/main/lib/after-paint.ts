import type { Clock } from './clock.ts'

type When = {
  readonly clock: Pick<Clock, 'schedule'>
  /** Missing: no window paints. */
  readonly painted: Promise<void> | undefined
  readonly ms: number
}

/** Calls `act` once, some time after the first paint, unless the returned function is called first. */
export function afterPaint({ clock, painted, ms }: When, act: () => void): () => void {
  if (painted === undefined) return clock.schedule(ms, act)
  let stop: (() => void) | null = null
  let isStopped = false
  void painted.then(() => {
    if (!isStopped) stop = clock.schedule(ms, act)
  })
  return () => {
    isStopped = true
    stop?.()
  }
}
