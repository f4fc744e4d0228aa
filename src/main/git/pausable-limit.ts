/** The clock of a limit. `after` returns what stops the timer. */
type Timing = {
  readonly now: () => number
  readonly after: (ms: number, act: () => void) => () => void
}

const SYSTEM: Timing = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Creates the time limit of a program, in milliseconds. The time while it waits for the person does not count. The
 * caller closes it.
 */
export function createPausableLimit(limitMs: number, { now, after }: Timing = SYSTEM) {
  const over = new AbortController()
  let left = limitMs
  let waits = 0
  let since = now()
  let isClosed = false
  let stop: (() => void) | null = null
  const run = () => {
    since = now()
    stop = after(left, () => over.abort())
  }
  const hold = () => {
    if (stop === null) return
    stop()
    stop = null
    left = Math.max(0, left - (now() - since))
  }
  run()
  return {
    signal: over.signal,
    /** Does work that does not count. */
    paused: async <T>(work: () => Promise<T>): Promise<T> => {
      waits += 1
      hold()
      try {
        return await work()
      } finally {
        waits -= 1
        if (waits === 0 && !isClosed && !over.signal.aborted) run()
      }
    },
    /** Ends the program now. */
    end: () => over.abort(),
    close: () => {
      isClosed = true
      hold()
    },
  }
}
