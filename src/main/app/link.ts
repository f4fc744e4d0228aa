/** A dependency of an early room on a room that opens later. */
export type Link<T> = {
  /** Returns what was connected. Throws before. */
  readonly get: () => T
  /** Connects the later room, once. */
  readonly connect: (value: T) => void
}

/**
 * Creates a link between two rooms that need each other. The earlier room gets `get`; the later one is connected
 * when it is open. The name is for the error of a call that comes too early.
 */
export function createLink<T>(name: string): Link<T> {
  let connected: { readonly value: T } | null = null
  return {
    get: () => {
      if (connected === null) throw new Error(`${name}: not connected yet.`)
      return connected.value
    },
    connect: (value) => {
      if (connected !== null) throw new Error(`${name}: connected already.`)
      connected = { value }
    },
  }
}
