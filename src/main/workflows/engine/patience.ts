import { type Deferred, deferred } from './deferred.ts'
import type { Clock } from './ports.ts'

/** Why an agent was given up. */
export type Expired = 'timeout' | 'idle'

/** The time limits of one try. They stand still while the agent waits for a person. */
export type Patience = {
  readonly alive: () => void
  readonly waitsForPerson: (waits: boolean) => void
  readonly close: () => void
}

/** Calls `expire` once when the try took too long, or when nothing was heard of the agent for too long. */
export function createPatience(
  clock: Clock,
  limits: { readonly timeoutMs: number; readonly idleMs: number },
  expire: (why: Expired) => void,
  report: (error: unknown) => void,
): Patience {
  const closed = new AbortController()
  let ends = clock.elapsed() + limits.timeoutMs
  let quietUntil = clock.elapsed() + limits.idleMs
  let waiting: { readonly since: number; readonly over: Deferred<void> } | null = null

  const watch = async () => {
    while (!closed.signal.aborted) {
      if (waiting !== null) {
        await waiting.over.promise
        continue
      }
      const now = clock.elapsed()
      if (now >= ends) return expire('timeout')
      if (now >= quietUntil) return expire('idle')
      await clock.after(Math.max(1, Math.min(ends, quietUntil) - now), closed.signal)
    }
  }
  watch().catch((error: unknown) => {
    if (!closed.signal.aborted) report(error)
  })

  const alive = () => {
    quietUntil = clock.elapsed() + limits.idleMs
  }
  const waitsForPerson = (waits: boolean) => {
    if (waits === (waiting !== null)) return
    if (waits) {
      waiting = { since: clock.elapsed(), over: deferred() }
      return
    }
    ends += clock.elapsed() - (waiting?.since ?? clock.elapsed())
    alive()
    waiting?.over.resolve()
    waiting = null
  }
  return {
    alive,
    waitsForPerson,
    close: () => {
      // Without a reason, an exception with its stack would be made for every agent.
      closed.abort('closed')
      waiting?.over.resolve()
    },
  }
}
