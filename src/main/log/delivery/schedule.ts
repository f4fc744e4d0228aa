import type { Schedule } from './bus.ts'

/** One-shot timers that do not keep the process alive. No wait at all is the end of this turn of the loop. */
export const schedule: Schedule = (ms, act) => {
  if (ms === 0) {
    const soon = setImmediate(act)
    soon.unref()
    return () => clearImmediate(soon)
  }
  const timer = setTimeout(act, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
