/** Runs something once, later; the answer takes that back. */
export type Later = (ms: number, run: () => void) => () => void

/**
 * Hands on a value that changes many times a second, but no more often than every so many milliseconds. Whatever
 * the order of changes and turns, the newest value is handed on in the end.
 */
export function createSettler<T>(later: Later, settle: (value: T) => void) {
  let newest: { readonly value: T } | null = null
  let stop: (() => void) | null = null
  return {
    /** Takes a value, which is handed on within `ms` unless another one follows it. */
    follow: (value: T, ms: number): void => {
      newest = { value }
      stop ??= later(ms, () => {
        stop = null
        if (newest !== null) settle(newest.value)
      })
    },
    close: (): void => {
      stop?.()
      stop = null
    },
  }
}
