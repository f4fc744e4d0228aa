/** Timers that run when the test says so, all those that wait at once. */
export function createFrames() {
  const waiting = new Set<() => void>()
  return {
    schedule: (_ms: number, act: () => void): (() => void) => {
      waiting.add(act)
      return () => void waiting.delete(act)
    },
    /** Runs what waits, and what that makes wait, until nothing does. */
    pass: (): void => {
      for (let rounds = 0; waiting.size > 0 && rounds < 100; rounds += 1) {
        const now = [...waiting]
        waiting.clear()
        for (const act of now) act()
      }
    },
    waiting: (): number => waiting.size,
  }
}
