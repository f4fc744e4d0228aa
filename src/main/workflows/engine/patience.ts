import type { Clock } from './ports.ts'

/** Why an agent was given up. */
export type Expired = 'timeout' | 'idle'

/** The time limits of one try. They pause while the agent waits for a person or for a slot. */
export type Patience = {
  readonly alive: () => void
  readonly standStill: (waits: boolean) => void
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

/** Watches over one try. A timer and no promise, since every agent has one and hardly any needs it. */
export function createPatience(clock: Clock, limits: PatienceLimits, told: Told): Patience {
  let ends = clock.elapsed() + limits.timeoutMs
  let heard = clock.elapsed()
  let isQuiet = false
  let waitingSince: number | null = null
  let isOver = false
  let cancel = () => {}

  const quietMs = limits.idleMs * QUIET_SHARE
  const nextLook = () => Math.min(ends, heard + (isQuiet ? limits.idleMs : quietMs))
  const close = () => {
    isOver = true
    cancel()
  }
  const expiredAt = (now: number): Expired | null => {
    if (now >= ends) return 'timeout'
    return now >= heard + limits.idleMs ? 'idle' : null
  }
  const look = (): void => {
    const now = clock.elapsed()
    const why = expiredAt(now)
    if (why !== null) {
      close()
      told.expired(why)
      return
    }
    if (!isQuiet && now >= heard + quietMs) {
      isQuiet = true
      told.quiet(now - heard)
    }
    cancel = clock.schedule(Math.max(1, nextLook() - now), lookOrTell)
  }
  const lookOrTell = (): void => {
    try {
      look()
    } catch (error) {
      told.broken(error)
    }
  }
  lookOrTell()

  const alive = () => {
    heard = clock.elapsed()
    if (!isQuiet) return
    isQuiet = false
    told.quiet(null)
  }
  const standStill = (waits: boolean) => {
    if (isOver || waits === (waitingSince !== null)) return
    if (waits) {
      waitingSince = clock.elapsed()
      cancel()
      return
    }
    ends += clock.elapsed() - (waitingSince ?? clock.elapsed())
    waitingSince = null
    alive()
    lookOrTell()
  }
  return { alive, standStill, close }
}
