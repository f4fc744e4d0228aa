type Deps = {
  /** Calls `act` once after `ms` unless the returned function is called first. */
  readonly schedule: (ms: number, act: () => void) => () => void
  /** Runs writes in one transaction. */
  readonly inOne: (act: () => void) => void
  readonly report: (error: unknown) => void
}

/** The longest time a row may be missing in the file, in milliseconds. */
const LATE_MS = 500

/**
 * Creates the writing of rows that may be lost with a crash, such as the chat that was open last. They are written together
 * and later, so that no call waits for the disk because of them.
 */
export function createDeferredRows({ schedule, inOne, report }: Deps) {
  const waiting = new Map<string, () => void>()
  let cancel: (() => void) | null = null

  const flush = (): void => {
    cancel?.()
    cancel = null
    const writes = [...waiting.values()]
    waiting.clear()
    if (writes.length === 0) return
    try {
      inOne(() => {
        for (const write of writes) write()
      })
    } catch (error) {
      report(error)
    }
  }

  return {
    /** Writes a row later. A newer write for the same key replaces it. */
    put: (key: string, write: () => void): void => {
      waiting.set(key, write)
      cancel ??= schedule(LATE_MS, flush)
    },
    /** Writes what waits now. */
    flush,
  }
}

export type DeferredRows = ReturnType<typeof createDeferredRows>
