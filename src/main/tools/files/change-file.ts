import { createHash } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import type { ToolContext } from '../tool.ts'
import type { Located } from './locate-path.ts'
import { replaceFile } from './replace-file.ts'

/**
 * Told before a file is changed, so that what it holds can be kept. It rejects when the file must not be changed.
 * Its answer is called when the change is made or has failed.
 */
export type BeforeChange = (
  call: Pick<ToolContext, 'sessionId' | 'runId' | 'callId'>,
  next: { readonly path: string; readonly sha256: string; readonly size: number },
  signal: AbortSignal,
) => Promise<() => Promise<void>>

type Deps = { readonly clock: Clock; readonly beforeChange: BeforeChange }
type Change = { readonly file: Located; readonly bytes: Uint8Array; readonly mode: number | null }

/** Gives a file new bytes in such a way that the person can have the old ones back. */
export async function changeFile(
  { clock, beforeChange }: Deps,
  context: ToolContext,
  { file, bytes, mode }: Change,
  signal: AbortSignal,
): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const settle = await beforeChange(context, { path: file.absolute, sha256, size: bytes.length }, signal)
  try {
    context.reads.note(file.absolute, await replaceFile(file, bytes, mode, clock, signal))
  } finally {
    await settle()
  }
}
