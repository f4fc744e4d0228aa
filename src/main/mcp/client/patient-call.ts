/** However long a server works, a request ends after this, without the time of open questions, in milliseconds. */
const MOST_MS = 30 * 60_000

/** The time limits of one request. Progress restarts the silence; an open question pauses both limits. */
export function createPatience(silenceMs: number, signal: AbortSignal) {
  const controller = new AbortController()
  const limit = AbortSignal.any([signal, controller.signal])
  let open = 0
  let left = MOST_MS
  let since = performance.now()
  let silence: NodeJS.Timeout | undefined
  let total: NodeJS.Timeout | undefined

  const end = () => controller.abort(new Error('Request timed out'))
  const stop = () => {
    clearTimeout(silence)
    clearTimeout(total)
  }
  const start = () => {
    stop()
    silence = setTimeout(end, silenceMs)
    total = setTimeout(end, left)
    since = performance.now()
  }
  start()
  return {
    signal: limit,
    /** The server is working. */
    heard: () => {
      if (open > 0) return
      clearTimeout(silence)
      silence = setTimeout(end, silenceMs)
    },
    /** Waits for the person. The time limits pause until then. */
    paused: async <T>(work: () => Promise<T>): Promise<T> => {
      open += 1
      if (open === 1) {
        left -= performance.now() - since
        stop()
      }
      try {
        return await work()
      } finally {
        open -= 1
        if (open === 0) start()
      }
    },
    /** Returns the result, or throws why the limits ended the request. */
    bound: async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work
      } catch (error) {
        if (controller.signal.aborted && !signal.aborted) throw controller.signal.reason
        throw error
      } finally {
        stop()
      }
    },
  }
}

export type Patience = ReturnType<typeof createPatience>
