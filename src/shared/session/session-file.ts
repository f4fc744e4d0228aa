import { z } from 'zod'
import { FILE_FORMATS } from './file-formats.ts'

/** How a chat is written to a file: whole and readable back, or for people to read. */
export const SessionFileFormat = z.enum(FILE_FORMATS)
export type SessionFileFormat = z.infer<typeof SessionFileFormat>

/**
 * What was written. `secrets` counts what was hidden, `leftOut` the attachments too large to go along, `agents` whose logs
 * went along, `agentsLeft` those that were too many.
 */
export type SessionExported = {
  readonly fileName: string
  readonly messages: number
  readonly secrets: number
  readonly leftOut: number
  readonly agents: number
  readonly agentsLeft: number
}

/** Which program wrote an imported file. */
export type TranscriptSource = 'orrery' | 'claude-code' | 'codex'

/** What was taken from a file. */
export type TranscriptTaken = {
  readonly source: TranscriptSource
  readonly messages: number
  /** Lines that could not be read, or say nothing that belongs to a chat. */
  readonly skipped: number
  /** Texts the other program had put between the words of the two sides; they are nobody's words and were left. */
  readonly asides: number
  /** Attachments that are not in the file, or cannot be shown. */
  readonly leftOut: number
  /** Pieces of messages of a kind that is not known here. */
  readonly unread: number
  /** Logs of agents that came along, and those that belong to nothing in the file. */
  readonly agents: number
  readonly agentsLeft: number
  /** Calls that had no result and got one saying so. */
  readonly closedCalls: number
  /** True when the file went on beyond the longest history that is taken. */
  readonly cut: boolean
}
