import type { EventId, Millis } from '../ids.ts'
import type { FileDiff } from '../session/file-diff.ts'
import type { SectionKind } from './instructions.ts'

/** One file of rules: what was told from it, and how it stands on the disk now. */
export type InstructionFile = {
  readonly path: string
  readonly scope: 'global_user' | 'project'
  readonly state: 'same' | 'changed' | 'added' | 'gone'
  /** The words the model was told, or would be told of an added file. */
  readonly text: string
  /** True when the file is longer than what is read of it. */
  readonly truncated: boolean
  /** From what was told to what stands there now; null where both are the same. */
  readonly diff: FileDiff | null
}

/** What a chat's model was told, frozen when it began or was last refreshed, beside what is on the disk now. */
export type InstructionsView = {
  readonly takenAt: Millis
  /** Farthest first, in the order in which they are told. */
  readonly files: readonly InstructionFile[]
  /** Everything else that is told, in its order. */
  readonly sections: readonly { readonly kind: Exclude<SectionKind, 'rules'>; readonly text: string }[]
  /** What the person keeps for all projects is something else now. */
  readonly memoryDiffers: boolean
  /** The list of skills is another one now. */
  readonly skillsDiffer: boolean
  /** How many files, and whether the skills and the memory, are not as they were told. */
  readonly changed: number
  /** Files that were found and could not be read, each with the reason. */
  readonly problems: readonly string[]
}

/** What a refresh changed. `before` is the event that holds what was told until then, to take the refresh back. */
export type InstructionsRefreshed = { readonly before: EventId; readonly changed: number }
