import type { ThreadKind } from '#shared/process/process.ts'

/** As much of a thread as is looked at: for how long it was at work, in milliseconds since it began. */
export type Busy = {
  readonly performance: { readonly eventLoopUtilization: () => { readonly active: number } }
}

/** A thread of this process that the app has started. */
export type StartedThread = {
  readonly kind: ThreadKind
  /** What it works at just now; null for nothing of anybody's. */
  readonly task: () => string | null
  readonly startedAt: number
  readonly busyMs: () => number
}

/** Says that a thread was started; the returned function says that it is over. */
export type WatchThread = (thread: Busy, task: () => string | null) => () => void

/**
 * The threads that run just now. Systems tell threads of a process apart by numbers that nobody here knows; what each
 * has worked is known from its own clock, on every system. Their memory belongs to the process.
 */
export function createThreadRegistry(now: () => number) {
  const running = new Map<number, StartedThread>()
  let count = 0
  return {
    watch:
      (kind: ThreadKind): WatchThread =>
      ({ performance }, task) => {
        count += 1
        const number = count
        const busyMs = () => performance.eventLoopUtilization().active
        running.set(number, { kind, task, startedAt: now(), busyMs })
        return () => void running.delete(number)
      },
    all: (): readonly (readonly [number, StartedThread])[] => [...running],
  }
}

export type ThreadRegistry = ReturnType<typeof createThreadRegistry>
