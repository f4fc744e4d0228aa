/** The system's data about one process. */
export type Seen = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** Processor time so far, in milliseconds. */
  readonly cpuMs: number
  readonly memory: number
  /** Age, in milliseconds. */
  readonly ageMs: number
  readonly command: string
}

/** Looks at the processes of this machine once. The one place of this room that differs from system to system. */
export type ReadProcesses = (signal: AbortSignal) => Promise<readonly Seen[]>
