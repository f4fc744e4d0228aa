import type { Clock } from '../../../lib/clock.ts'

/** Watches a worker while it owes an answer, and only then: a worker that waits for agents needs no timer. */
export type Heartbeat = {
  /** The message with this number was sent and will be answered. */
  readonly expect: (seq: number) => void
  readonly beat: () => void
  /** It and all before it are answered. */
  readonly done: (seq: number) => void
  readonly stop: () => void
}

export function createHeartbeat(
  clock: Clock,
  limits: { readonly silentMs: number; readonly startMs: number },
  lost: () => void,
): Heartbeat {
  let sent = 0
  let answered = 0
  let up = false
  let heard = clock.elapsed()
  let watch: AbortController | null = null

  const patience = () => (up ? limits.silentMs : limits.startMs)
  const rest = () => {
    watch?.abort()
    watch = null
  }
  const watching = async (signal: AbortSignal) => {
    for (;;) {
      const left = heard + patience() - clock.elapsed()
      if (left <= 0) return lost()
      await clock.after(left, signal)
    }
  }
  const begin = () => {
    heard = clock.elapsed()
    watch = new AbortController()
    // It only ever rejects because the watch is over.
    watching(watch.signal).catch(() => {})
  }
  return {
    expect: (seq) => {
      sent = seq
      if (watch === null) begin()
    },
    beat: () => {
      heard = clock.elapsed()
      if (up) return
      up = true
      if (watch === null) return
      // The shorter patience holds from now on.
      rest()
      begin()
    },
    done: (seq) => {
      answered = seq
      heard = clock.elapsed()
      if (answered >= sent) rest()
    },
    stop: rest,
  }
}
