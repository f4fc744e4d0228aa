import { z } from 'zod'
import type { FileVersionId } from '#shared/checkpoint/checkpoint.ts'
import type { CallId, ProjectId, RunId, SessionId } from '#shared/ids.ts'

/** The content of a path, now or earlier. `mode` has the permission bits only. */
export const Side = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('absent') }),
  z.strictObject({ is: z.literal('file'), sha256: z.string(), size: z.number(), mode: z.number() }),
  /** Larger than the copy limit, so its hash is unknown. */
  z.strictObject({ is: z.literal('large'), size: z.number(), mode: z.number() }),
  /** A command replaced it before anybody had kept what it held. */
  z.strictObject({ is: z.literal('unseen') }),
])
export type Side = z.infer<typeof Side>

/** The unindexed part of a version. */
export const VersionRecord = z.strictObject({
  before: Side,
  after: Side,
  /** The content at the time of the undo. Only set on the newest of the changes undone together. */
  replaced: Side.nullable(),
  /** Folders that were made for the file, innermost first. */
  madeFolders: z.array(z.string()),
  /** Absent for what is no text, and in records from before lines were counted. */
  lines: z.exactOptional(z.strictObject({ added: z.number(), removed: z.number() })),
  /** It was found after a command, and not announced before. */
  byCommand: z.exactOptional(z.literal(true)),
  /** The app ended while the command ran; who changed the file until the next start is not known. */
  interrupted: z.exactOptional(z.literal(true)),
  /** The file that is renamed over it, for as long as the change is only begun. */
  draft: z.exactOptional(z.string()),
})
export type VersionRecord = z.infer<typeof VersionRecord>

/** One change to one file, by an agent or (`kept`) by the person who overwrote it. */
export type Version = VersionRecord & {
  readonly id: FileVersionId
  readonly kind: 'change' | 'kept'
  readonly state: 'begun' | 'done'
  readonly projectId: ProjectId | null
  readonly sessionId: SessionId
  readonly runId: RunId | null
  readonly callId: CallId | null
  readonly path: string
  /** Whether the contents are still there. */
  readonly beforeKept: boolean
  readonly replacedKept: boolean
  /** The id of the undo, or null while the change is in effect. */
  readonly undoneBy: number | null
  readonly at: number
}

/** One file on its way back. It is stored before the disk is touched, so that a crash can be made good. */
export const RestoreRecord = z.strictObject({
  direction: z.enum(['undo', 'redo']),
  from: Side,
  to: Side,
  versions: z.array(z.number()).min(1),
  /** Whether the person chose to overwrite something. */
  forced: z.boolean(),
  /** The file the new content is written to before it takes the place of the old one. */
  draft: z.string(),
  /** Folders to remove once they are empty, innermost first. */
  emptied: z.array(z.string()),
})
export type RestoreRecord = z.infer<typeof RestoreRecord>

/** Whether both hold the same bytes, regardless of permissions. Content without a hash never matches. */
export function sameContent(one: Side, other: Side): boolean {
  if (one.is === 'absent' || other.is === 'absent') return one.is === other.is
  return one.is === 'file' && other.is === 'file' && one.sha256 === other.sha256
}

export function sameSide(one: Side, other: Side): boolean {
  return sameContent(one, other) && (one.is !== 'file' || other.is !== 'file' || one.mode === other.mode)
}

/** The content a side names, or null when it has none that could be kept. */
export function hashOf(side: Side | null): string | null {
  return side?.is === 'file' ? side.sha256 : null
}
