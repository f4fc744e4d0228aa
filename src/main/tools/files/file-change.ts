import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import type { FileStamp, ToolContext, ToolPlan } from '../tool.ts'
import { type ActScene, editAct } from './file-acts.ts'
import { storedDiff, wholeDiff } from './file-diff.ts'
import type { Located } from './locate-path.ts'
import { keepsScripts } from './package-scripts.ts'
import { draftBeside, replaceFile } from './replace-file.ts'
import { encodeText, type TextEncoding } from './text-encoding.ts'

/** The new content of a file and its diff. A new file has no mode. */
export type FileChange = {
  readonly file: Located
  readonly bytes: Buffer
  readonly mode: number | null
  /** The state of the file when the change was planned; null for a new file. */
  readonly seen: FileStamp | null
  /** All of the change, as the person is shown it before they allow it. */
  readonly whole: FileDiff
  /** As much of it as is stored. */
  readonly diff: FileDiff
  /** Whether it leaves alone what other programs run from a file of this name. */
  readonly isHarmless: boolean
}

type Texts = {
  readonly before: string
  readonly after: string
  readonly encoding: TextEncoding
  readonly mode: number | null
  readonly seen: FileStamp | null
}

/** The change from one text of a file to another. */
export function fileChange(file: Located, { before, after, encoding, mode, seen }: Texts): FileChange {
  const whole = wholeDiff(file.shown, before, after)
  const diff = storedDiff(whole)
  const isHarmless = seen !== null && keepsScripts(before, after)
  return { file, bytes: encodeText(after, encoding), mode, seen, whole, diff, isHarmless }
}

/** The change as the rules and the person see it. */
export async function planOfChange(change: FileChange, scene: ActScene): Promise<ToolPlan> {
  const { file, whole } = change
  const acts = [await editAct(file, scene, change)]
  return { acts, preview: { kind: 'diff', diff: whole }, place: file, seal: sealOf(change) }
}

/** Throws when a change is not the one that was planned, since the disk is not what it was then. */
export function mustBeAsPlanned(change: FileChange, planned: ToolPlan | null): void {
  if (planned === null || planned.seal === sealOf(change)) return
  throw AppError.forAgent(
    'tool.failed',
    `${change.file.shown} is not what it was when this change was checked. Nothing was written. Read it again first.`,
  )
}

/** A fingerprint of the file, what it holds and what it is to hold. */
function sealOf({ file, bytes, seen }: FileChange): string {
  const hash = createHash('sha256').update(JSON.stringify([file.absolute, seen?.sha256 ?? null]))
  return hash.update('\0').update(bytes).digest('hex')
}

/**
 * Told before a file is changed, so that what it holds can be kept. It rejects when the file must not be changed.
 * Its answer is called when the change is made or has failed.
 */
export type BeforeChange = (
  call: Pick<ToolContext, 'sessionId' | 'runId' | 'callId'>,
  next: {
    readonly path: string
    readonly sha256: string
    readonly size: number
    readonly lines: { readonly added: number; readonly removed: number }
    /** The file beside it that is renamed over it. A crash leaves it behind. */
    readonly draft: string
  },
  signal: AbortSignal,
) => Promise<() => Promise<void>>

export type ChangeDeps = { readonly beforeChange: BeforeChange }

/** Makes the change, in such a way that it can be taken back. The agent has then seen what the file holds. */
export async function makeChange(
  change: FileChange,
  context: ToolContext,
  { beforeChange }: ChangeDeps,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const { file, bytes, diff } = change
  const draft = draftBeside(file.absolute)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const lines = { added: diff.added, removed: diff.removed }
  const next = { path: file.absolute, sha256, size: bytes.length, lines, draft }
  const settle = await beforeChange(context, next, signal)
  try {
    context.reads.note(file.absolute, await replaceFile(change, draft, signal))
  } finally {
    await settle()
  }
}
