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

export type PatienceLimits = { readonly timeoutMs: number; readonly idleMs: number }

type Told = {
  /** Called once, when the try took too long, or when nothing was heard of the agent for too long. */
  readonly expired: (why: Expired) => void
  /** Nothing was heard for so many milliseconds, long before that is too long; null when something is heard again. */
  readonly quiet: (ms: number | null) => void
  readonly broken: (error: unknown) => void
}

/** The part of the silence an agent is allowed after which a person may know of it. */
const QUIET_SHARE = 0.2

/** Watches over one try. */
export function createPatience(clock: Clock, limits: PatienceLimits, told: Told): Patience {
  const closed = new AbortController()
  let ends = clock.elapsed() + limits.timeoutMs
  let heard = clock.elapsed()
  let isQuiet = false
  let waiting: { readonly since: number; readonly over: Deferred<void> } | null = null

  const quietMs = limits.idleMs * QUIET_SHARE
  const nextLook = () => Math.min(ends, heard + (isQuiet ? limits.idleMs : quietMs))
  const watch = async () => {
    while (!closed.signal.aborted) {
      if (waiting !== null) {
        await waiting.over.promise
        continue
      }
      const now = clock.elapsed()
      if (now >= ends) return told.expired('timeout')
      if (now >= heard + limits.idleMs) return told.expired('idle')
      if (!isQuiet && now >= heard + quietMs) {
        isQuiet = true
        told.quiet(now - heard)
      }
      await clock.after(Math.max(1, nextLook() - now), closed.signal)
    }
  }
  watch().catch((error: unknown) => {
    if (!closed.signal.aborted) told.broken(error)
  })

  const alive = () => {
    heard = clock.elapsed()
    if (!isQuiet) return
    isQuiet = false
    told.quiet(null)
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
