import type { SessionId } from '#shared/ids.ts'
import type { JobId, JobRecord } from '#shared/process/job.ts'
import type { CommandFiles } from '#shared/session/command-files.ts'
import type { Dial } from '../bash/sandboxed.ts'
import type { ShellStart } from '../bash/shell.ts'
import type { ToolContext } from '../tool.ts'
import type { JobLooks } from './job-files.ts'

/** A program to run beyond its call. */
export type JobStart = {
  readonly context: Pick<ToolContext, 'sessionId' | 'runId' | 'agentId' | 'callId'>
  readonly command: string
  readonly start: ShellStart
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  /** Whether it runs in the sandbox, which may hide its ports. */
  readonly sandboxed: boolean
  /** Connects to a port that the sandbox hides; null where that cannot be. */
  readonly dial: Dial | null
  /** Looks at the files it may change; null for a program that only looks itself. */
  readonly looks: JobLooks | null
  /** Closes the sandbox of the program after its end. Returns a note on blocked actions; empty without one. */
  readonly leave: (output: string, failed: boolean) => Promise<string>
}

/** New output of a job for its agent, and the current state. */
export type JobReading = {
  readonly job: JobRecord
  readonly output: string
  /** Characters dropped before the output. */
  readonly missed: number
  /** A note on what the sandbox blocked; empty without one. */
  readonly note: string
  /** Changes of files that were found since the last reading; null for none. */
  readonly files: CommandFiles | null
}

/** The reason a wait ended. */
export type JobWait = 'ended' | 'matched' | 'time'

/** The background programs of all chats. */
export type Jobs = {
  /** Starts a program. Throws an `AppError` when the chat runs too many. */
  readonly start: (job: JobStart) => JobRecord
  readonly find: (sessionId: SessionId, id: JobId) => JobRecord | null
  /** Returns the output since the last reading of the agent. */
  readonly read: (sessionId: SessionId, id: JobId) => Promise<JobReading>
  /** Waits for the end or a matching line. After the time the pattern stays watched and a match becomes an item. */
  readonly wait: (
    job: { readonly sessionId: SessionId; readonly id: JobId },
    until: JobPattern | null,
    ms: number,
    signal: AbortSignal,
  ) => Promise<JobWait>
  /** Ends a job with everything it started, and resolves when nothing of it is left. */
  readonly stop: (sessionId: SessionId, id: JobId) => Promise<void>
}

/** A pattern for lines of output, as text and as a test. */
export type JobPattern = { readonly text: string; readonly test: (line: string) => boolean }
