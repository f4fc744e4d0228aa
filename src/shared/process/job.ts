import { z } from 'zod'
import { AgentId, CallId, Millis, RunId } from '../ids.ts'
import { CommandFiles } from '../session/command-files.ts'

/** Names a background program within its chat: `job_1`, `job_2` and so on. */
export const JobId = z.string().regex(/^job_[1-9][0-9]{0,8}$/)
export type JobId = z.infer<typeof JobId>

/**
 * The state of a background program. `exited`: it ended without a request. `stopped`: the agent, the person or the end
 * of the chat stopped it. `closed`: it ended with the app.
 */
export const JobState = z.enum(['running', 'exited', 'stopped', 'closed'])
export type JobState = z.infer<typeof JobState>

/** A program that runs beyond its tool call. */
export const JobRecord = z.strictObject({
  id: JobId,
  /** The call that started it. */
  runId: RunId,
  agentId: AgentId,
  callId: CallId,
  command: z.string(),
  startedAt: Millis,
  state: JobState,
  endedAt: Millis.nullable(),
  exitCode: z.number().nullable(),
  signal: z.string().nullable(),
  /** The port that its output named and that accepts connections, or that the sandbox hides; null without one. */
  port: z.number().int().min(1).max(65_535).nullable(),
  /** Whether the port accepts connections outside the sandbox. */
  isOpen: z.boolean(),
  /** The sandbox hides the port, and the person can open it. Missing: not so, and in older logs. */
  canOpen: z.exactOptional(z.literal(true)),
  /** The port of this computer that the person opened to it. Missing: none. */
  openedAt: z.exactOptional(z.number().int().min(1).max(65_535)),
  /** The changes of files found so far. Missing: none, and in older logs. */
  files: z.exactOptional(CommandFiles),
})
export type JobRecord = z.infer<typeof JobRecord>
