/** Time limits: connecting, the first byte after that, and between two chunks. */
export type ModelTimeouts = {
  readonly connectMs: number
  readonly firstByteMs: number
  readonly idleMs: number
}

/** Local models may read a long conversation for minutes before their first word. */
export const DEFAULT_TIMEOUTS: ModelTimeouts = { connectMs: 10_000, firstByteMs: 600_000, idleMs: 120_000 }
