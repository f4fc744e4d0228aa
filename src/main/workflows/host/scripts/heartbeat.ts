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
  // A timer and no promise: it begins and ends with every message of a script.
  let cancel: (() => void) | null = null

  const patience = () => (up ? limits.silentMs : limits.startMs)
  const rest = () => {
    cancel?.()
    cancel = null
  }
  const look = () => {
    cancel = null
    const left = heard + patience() - clock.elapsed()
    if (left <= 0) lost()
    else cancel = clock.schedule(left, look)
  }
  const begin = () => {
    heard = clock.elapsed()
    look()
  }
  return {
    expect: (seq) => {
      sent = seq
      if (cancel === null) begin()
    },
    beat: () => {
      heard = clock.elapsed()
      if (up) return
      up = true
      if (cancel === null) return
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
