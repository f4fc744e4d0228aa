import { z } from 'zod'
import { FILE_FORMATS } from './file-formats.ts'

/** The format of an exported chat: complete and importable, or readable for people. */
export const SessionFileFormat = z.enum(FILE_FORMATS)
export type SessionFileFormat = z.infer<typeof SessionFileFormat>

/**
 * The result of an export. `secrets` counts redactions, `leftOut` attachments that were too large, `agents`
 * included agent logs and `agentsLeft` those beyond the limit.
 */
export type SessionExported = {
  readonly fileName: string
  readonly messages: number
  readonly secrets: number
  readonly leftOut: number
  readonly agents: number
  readonly agentsLeft: number
}

/** The program that wrote an imported file. */
export type TranscriptSource = 'orrery' | 'claude-code' | 'codex'

/** The result of an import. */
export type TranscriptTaken = {
  readonly source: TranscriptSource
  readonly messages: number
  /** Lines that could not be read, or say nothing that belongs to a chat. */
  readonly skipped: number
  /** Number of texts injected by the other program. They belong to neither side and were left out. */
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

/** Several chats, each in a file of its own. */
export type ManyExported = {
  /** The name of the folder. */
  readonly folder: string
  readonly count: number
  /** Chats whose file could not be written. */
  readonly failed: number
  /** Secrets that were hidden, in all files. */
  readonly secrets: number
}
