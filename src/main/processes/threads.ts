import type { ThreadKind } from '#shared/process/process.ts'

/** The measured part of a thread: active time since its start, in milliseconds. */
export type Busy = {
  readonly performance: { readonly eventLoopUtilization: () => { readonly active: number } }
}

/** A thread of this process that the app has started. */
export type StartedThread = {
  readonly kind: ThreadKind
  /** Returns the current job; null for shared work. */
  readonly task: () => string | null
  readonly startedAt: number
  readonly busyMs: () => number
}

/** Registers a started thread; the returned function ends the registration. */
export type WatchThread = (thread: Busy, task: () => string | null) => () => void

/**
 * Creates the registry of running threads. Systems identify threads by numbers unknown here, so each thread's
 * own clock gives its working time. Memory belongs to the process.
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
