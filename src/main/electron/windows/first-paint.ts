import type { Clock } from '../../lib/clock.ts'

/** Maximum wait for a paint, in milliseconds: a window that stays hidden may never paint. */
const LIMIT_MS = 10_000

/** The first paint of any window. `painted` resolves with it, and after the limit at the latest. */
export function createFirstPaint(clock: Pick<Clock, 'schedule'>) {
  let resolve = () => {}
  const painted = new Promise<void>((done) => {
    resolve = done
  })
  const endLimit = clock.schedule(LIMIT_MS, () => resolve())
  const came = (): void => {
    endLimit()
    resolve()
  }
  return { painted, came }
}
