import { z } from 'zod'
import { type CallId, EventId, type ProjectId, RunId } from '../ids.ts'
import type { FileDiff } from '../session/file-diff.ts'

/** An opaque file id for checkpoint calls, because windows never send paths. */
export const FileId = z
  .string()
  .regex(/^fil_[0-9a-f]{24}$/)
  .brand<'FileId'>()
export type FileId = z.infer<typeof FileId>

/** One kept change to one file. */
export const FileVersionId = z.number().int().positive().brand<'FileVersionId'>()
export type FileVersionId = z.infer<typeof FileVersionId>

/**
 * The changes a checkpoint call covers. `turn` takes the message that made the calls or one of their answers.
 * `after` covers everything since an event. `kept` is one content saved when the person overwrote it.
 */
export const CheckpointScope = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('session') }),
  z.strictObject({ of: z.literal('run'), runId: RunId }),
  z.strictObject({ of: z.literal('turn'), eventId: EventId }),
  z.strictObject({ of: z.literal('after'), eventId: EventId }),
  z.strictObject({ of: z.literal('kept'), versionId: FileVersionId }),
])
export type CheckpointScope = z.infer<typeof CheckpointScope>

export const CheckpointDirection = z.enum(['undo', 'redo'])
export type CheckpointDirection = z.infer<typeof CheckpointDirection>

/** The choice to overwrite a file in conflict. `seen` is what the preview showed; anything newer stays a conflict. */
export const OverwriteChoice = z.strictObject({ file: FileId, seen: z.string().max(100) })
export type OverwriteChoice = z.infer<typeof OverwriteChoice>

/** The effect of a restore on one file. `unchanged` means its content is already right. */
export type FileAct = 'restore' | 'delete' | 'create' | 'unchanged'

/** Why a file is not simply put back. The first six are conflicts, which the person may overwrite. */
export type CheckpointObstacle =
  /** Its content is not what the agent left. */
  | 'changed'
  /** It is gone. */
  | 'deleted'
  /** Something stands where nothing should. */
  | 'appeared'
  /** A later change of an agent builds on it. */
  | 'later'
  /** The file was modified outside between two of the changes. */
  | 'between'
  /**
   * The file changed while the app was down in the middle of a command, either by the command or from
   * outside.
   */
  | 'interrupted'
  /** The content it has now is too large to be kept, so it is not overwritten. */
  | 'too_large'
  /** The previous content was too large to store. */
  | 'not_kept'
  /** A command changed the file, and its previous content had not been stored. */
  | 'not_seen'
  /** The previous content was evicted to stay within the storage limit. */
  | 'evicted'
  /** The stored content is unreadable or does not match its hash. */
  | 'damaged'
  | 'is_folder'
  | 'is_link'
  | 'is_special'
  /** A folder on the way is a link or a file by now. */
  | 'way_changed'
  /** The file may not be written. */
  | 'denied'
  /** Its folder takes no new files, so that nothing in it can be replaced or removed either. */
  | 'folder_denied'
  /** It is on a disk that can only be read. */
  | 'read_only'
  /** An agent is writing it. */
  | 'busy'
  | 'disk_full'
  | 'failed'

/** The obstacle by name, for windows with words of their own, and as an English sentence. */
export type CheckpointReason = { readonly obstacle: CheckpointObstacle; readonly message: string }

export type PreviewDiff =
  | { readonly kind: 'diff'; readonly diff: FileDiff }
  | { readonly kind: 'none'; readonly because: 'same' | 'binary' | 'too_many' | 'unavailable' }

/** The planned effect on one file. Computing it changes nothing. */
export type FilePreview = {
  readonly file: FileId
  /** Relative to the session's folder, or absolute when outside. */
  readonly path: string
  readonly outside: boolean
  readonly outcome: FileAct | 'conflict' | 'refused'
  /** The effect of overwriting a file in conflict. */
  readonly overwriting: FileAct | null
  readonly reason: CheckpointReason | null
  /** To be handed back with the choice to overwrite. */
  readonly seen: string
  /** From what the file holds now to what it would hold. */
  readonly diff: PreviewDiff
  readonly versions: readonly FileVersionId[]
}
export type CheckpointPreview = { readonly files: readonly FilePreview[] }

/** The result of a restore for one file. */
export type FileRestored = {
  readonly file: FileId
  readonly path: string
  readonly outcome: FileAct | 'conflict' | 'refused' | 'failed'
  readonly reason: CheckpointReason | null
}
export type CheckpointResult = { readonly files: readonly FileRestored[] }

/** Lines a change added and removed, as the tool that made it counted them. */
export type LineCount = { readonly added: number; readonly removed: number }

/** One change in the list of a session. */
export type FileVersionListing = {
  readonly id: FileVersionId
  readonly kind: 'change' | 'kept'
  /** The run of the session asked about that made it, or for which an agent made it. */
  readonly forRun: RunId | null
  readonly runId: RunId | null
  readonly callId: CallId | null
  readonly at: number
  readonly undone: boolean
  /** False when what the file held before is not kept (any more). */
  readonly kept: boolean
  readonly did: 'created' | 'changed' | 'deleted'
  /** The file was found changed after a command; the author of the change is unknown. */
  readonly byCommand: boolean
  /** The app ended while that command ran, and others may have changed the file until the next start. */
  readonly interrupted: boolean
  /** Null for changes from before lines were counted, and for what is no text. */
  readonly lines: LineCount | null
}
/** A file that agents of a session have changed, newest change last. */
export type TouchedFile = {
  readonly file: FileId
  readonly path: string
  readonly outside: boolean
  /** The obstacle to undoing all of its changes now. Null when there is none or the check has not run. */
  readonly obstacle: CheckpointObstacle | null
  readonly versions: readonly FileVersionListing[]
}
/** A run that changed files: what the person had asked for. */
export type TouchingRun = {
  readonly runId: RunId
  /** The event everything since this run is counted from; null when it is not known any more. */
  readonly eventId: EventId | null
  readonly at: number
  /** The beginning of the message that started the run; empty when the run resumed without one. */
  readonly text: string
}
/** Files that were being put back when the app ended. */
export type UnfinishedRestore = {
  readonly begun: EventId
  readonly because: RestoreCause
  readonly direction: CheckpointDirection
  readonly scope: CheckpointScope
  readonly files: readonly { readonly file: FileId; readonly path: string; readonly done: boolean }[]
}
export type TouchedFiles = {
  readonly files: readonly TouchedFile[]
  /** Oldest first. */
  readonly runs: readonly TouchingRun[]
  readonly unfinished: UnfinishedRestore | null
}

/** The changes that agents made to one file, and any later changes from outside. */
export type FileLook = {
  readonly file: FileId
  readonly path: string
  readonly outside: boolean
  /** From what the first change found to what the last one left. */
  readonly did: PreviewDiff
  /** The diff from the last agent change to the current content; null when both are the same. */
  readonly since: PreviewDiff | null
  readonly obstacle: CheckpointObstacle | null
}

/** Files that go back, or forward again, together with a move in the conversation. */
export const RestoreCause = z.enum(['rewind', 'resend', 'visit', 'again'])
export type RestoreCause = z.infer<typeof RestoreCause>

/** The files that move along with the conversation, and those in conflict that are overwritten by choice. */
export const FilesAlong = z.strictObject({
  files: z.array(FileId).min(1).max(10_000),
  force: z.exactOptional(z.array(OverwriteChoice).max(10_000)),
})
export type FilesAlong = z.infer<typeof FilesAlong>

/** Disk space used by the stored contents of a project. */
export type CheckpointUsage = {
  readonly projectId: ProjectId | null
  readonly bytes: number
  readonly limit: number
  readonly contents: number
  readonly oldestAt: number | null
  /** Changes whose copies were let go to stay within the limit. */
  readonly released: number
}
