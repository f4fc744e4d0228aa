import type { TriggerFiring } from '#shared/trigger/trigger.ts'
import type { Clock } from '../lib/clock.ts'

type Deps = {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>
  readonly isActive: (firing: TriggerFiring) => boolean
  readonly isWaiting: (firing: TriggerFiring) => boolean
  readonly stop: (firing: TriggerFiring) => Promise<void>
  readonly report: (error: unknown) => void
}

/** The time between two checks, in milliseconds. */
const CHECK_MS = 5_000

/** Stops workflow runs of triggers at their time limit. Waiting for the person does not count. */
export function createTimeLimits({ clock, isActive, isWaiting, stop, report }: Deps) {
  const timers = new Map<TriggerFiring['id'], () => void>()

  const watch = (firing: TriggerFiring, leftMs: number): void => {
    const begun = clock.elapsed()
    const wasWaiting = isWaiting(firing)
    const act = () => {
      timers.delete(firing.id)
      if (!isActive(firing)) return
      const isStill = wasWaiting || isWaiting(firing)
      const left = isStill ? leftMs : leftMs - (clock.elapsed() - begun)
      if (left > 0) watch(firing, left)
      else stop(firing).catch(report)
    }
    timers.set(firing.id, clock.schedule(Math.min(CHECK_MS, leftMs), act))
  }
  return {
    watch,
    close: (): void => {
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }
}
