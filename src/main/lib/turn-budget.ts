type Deps = {
  /** Milliseconds that never go backwards. */
  readonly elapsed: () => number
  /** Calls `act` in the next turn of the event loop. */
  readonly soon: (act: () => void) => void
}

/** The most milliseconds that work shared by many takes of one turn of the event loop: half a frame. */
const MOST_MS = 8

/** Resolves in the next turn of the event loop; null while the work of this turn may continue. */
export type TurnBudget = () => Promise<void> | null

/**
 * Creates a budget of time for work that arrives faster than it is done, such as the answers of models. Without it a full
 * socket would keep the event loop from its timers, and windows would wait.
 */
export function createTurnBudget({ elapsed, soon }: Deps, mostMs = MOST_MS): TurnBudget {
  let began: number | null = null
  const begin = (): number => {
    soon(() => {
      began = null
    })
    return elapsed()
  }
  return () => {
    began ??= begin()
    if (elapsed() - began < mostMs) return null
    return new Promise((resolve) => soon(resolve))
  }
}
