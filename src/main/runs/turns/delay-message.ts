import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { RunHandle } from '../run/run-handle.ts'

/** Calls `act` once after `ms` unless the returned function is called first. */
type Delay = (ms: number, act: () => void) => () => void

/** Maximum delay of an answer so that it is stored with the results of its calls, in milliseconds. */
const FRAME_MS = 25

/**
 * A run whose next message waits for company: it is stored with the first thing the run stores after it, or alone
 * when nothing comes within a frame. For messages whose calls only read, so that a crash in between repeats nothing
 * that mattered, and a round costs one wait for the disk instead of two.
 */
export function delayMessage(
  run: RunHandle,
  message: NewDurableEvent,
  delay: Delay,
): {
  readonly run: RunHandle
  readonly settle: () => void
  /** The message while it is not stored. */
  readonly waiting: () => readonly NewDurableEvent[]
} {
  let held: NewDurableEvent | null = message
  const publish: RunHandle['publish'] = (events) => {
    const all = held === null ? events : [held, ...events]
    const stored = run.publish(all)
    held = null
    cancel()
    return stored
  }
  const settle = (): void => {
    if (held !== null) publish([])
  }
  const cancel = delay(FRAME_MS, () => {
    try {
      settle()
    } catch (error) {
      // It is still held: the next thing the run stores tries again, where a failure ends the run in words.
      if (!(error instanceof AppError)) throw error
    }
  })
  return { run: { ...run, publish }, settle, waiting: () => (held === null ? [] : [held]) }
}
