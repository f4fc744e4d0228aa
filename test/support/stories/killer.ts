/** Ends the app at a chosen step: from then on nothing it does reaches the outside any more. */
export function createKiller() {
  let left = Number.POSITIVE_INFINITY
  let isDead = false
  const step = (): void => {
    if (!isDead && left > 0) {
      left -= 1
      return
    }
    isDead = true
    throw new Error('The app was killed here.')
  }
  return {
    /** The next steps still happen, then it ends. */
    after: (steps: number): void => {
      left = steps
    },
    isDead: (): boolean => isDead,
    step,
    /** The same functions, each a step. */
    around: <T extends object>(room: T): T =>
      new Proxy(room, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            step()
            return value.apply(target, args)
          }
        },
      }),
  }
}
