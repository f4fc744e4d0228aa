/** Characters that a window may lag behind, and the lag at which the program runs again. */
const MOST_BEHIND = 1_000_000
const LEAST_BEHIND = 200_000

/** The windows that show one terminal, and the output that each has not drawn yet. */
export function createViewers() {
  const behind = new Map<number, number>()
  let isHeld = false

  /** Returns whether the program must wait, or null when that did not change. */
  const held = (): boolean | null => {
    const most = Math.max(0, ...behind.values())
    const must = isHeld ? most > LEAST_BEHIND : most > MOST_BEHIND
    if (must === isHeld) return null
    isHeld = must
    return must
  }

  return {
    add: (windowId: number): void => void behind.set(windowId, 0),
    remove: (windowId: number): boolean => behind.delete(windowId),
    isEmpty: (): boolean => behind.size === 0,
    all: (): readonly number[] => [...behind.keys()],
    sent: (count: number): boolean | null => {
      for (const [windowId, lag] of behind) behind.set(windowId, lag + count)
      return held()
    },
    drawn: (windowId: number, count: number): boolean | null => {
      const lag = behind.get(windowId)
      if (lag !== undefined) behind.set(windowId, Math.max(0, lag - count))
      return held()
    },
    held,
  }
}

export type Viewers = ReturnType<typeof createViewers>
