/** Compute limits of a script. The engine limits its requests. */
export type SandboxLimits = {
  /** The longest a script may compute between two waits. */
  readonly computeMs: number
  /** The longest a computing sandbox may give no sign of life. */
  readonly silentMs: number
  /** The longest a sandbox may take to come up. */
  readonly startMs: number
  readonly memoryBytes: number
  readonly stackBytes: number
}

export const SANDBOX_LIMITS: SandboxLimits = {
  computeMs: 5_000,
  silentMs: 5_000,
  startMs: 20_000,
  memoryBytes: 64 * 1_024 * 1_024,
  stackBytes: 256 * 1_024,
}
