import type { Schedule } from '../log/bus.ts'

/** One-shot timers that do not keep the process alive. */
export const schedule: Schedule = (ms, act) => {
  const timer = setTimeout(act, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
