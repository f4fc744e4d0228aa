/** Time as an argument, so that tests can stop it. */
export type Clock = {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Milliseconds that never go backwards, for measuring. */
  readonly elapsed: () => number
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  readonly after: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls `act` once after `ms`, unless the returned function is called first. For limits that are rarely reached. */
  readonly schedule: (ms: number, act: () => void) => () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const stop = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal.addEventListener('abort', stop, { once: true })
    }),
  schedule: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
