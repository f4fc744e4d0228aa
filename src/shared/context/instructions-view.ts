import type { EventId, Millis } from '../ids.ts'
import type { FileDiff } from '../session/file-diff.ts'
import type { SectionKind } from './instructions.ts'

/** One rules file: the frozen version compared with the file on disk. */
export type InstructionFile = {
  readonly path: string
  readonly scope: 'global_user' | 'project'
  readonly state: 'same' | 'changed' | 'added' | 'gone'
  /** The words the model was told, or would be told of an added file. */
  readonly text: string
  /** True when the file is longer than what is read of it. */
  readonly truncated: boolean
  /** The diff from the version sent to the model to the file on disk; null when both are the same. */
  readonly diff: FileDiff | null
}

/**
 * The frozen instructions of a chat compared with the files on disk. They are frozen at the start of the chat
 * and at each refresh.
 */
export type InstructionsView = {
  readonly takenAt: Millis
  /** Farthest first, in the order sent to the model. */
  readonly files: readonly InstructionFile[]
  /** All other sections, in the order sent to the model. */
  readonly sections: readonly { readonly kind: Exclude<SectionKind, 'rules'>; readonly text: string }[]
  /** Whether the person's memory for all projects differs from the frozen version. */
  readonly memoryDiffers: boolean
  /** The list of skills is another one now. */
  readonly skillsDiffer: boolean
  /** Number of files that differ from the frozen version; skills and memory count as one each. */
  readonly changed: number
  /** Files that were found and could not be read, each with the reason. */
  readonly problems: readonly string[]
}

/**
 * The result of a refresh. `before` is the event with the previous instructions, used to undo the refresh.
 */
export type InstructionsRefreshed = { readonly before: EventId; readonly changed: number }
