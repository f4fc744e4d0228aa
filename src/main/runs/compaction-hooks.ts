import { AppError } from '#shared/errors.ts'
import type { EventId } from '#shared/ids.ts'
import type { CompactionScene } from './compaction-scene.ts'
import { told } from './notices.ts'
import type { RunHandle } from './run-handle.ts'

/** Runs that were told that a hook does not let them be compacted. Once is enough. */
const toldOnce = new WeakSet<RunHandle>()

/** What hooks want a summary to mind; empty for nothing. Throws `hook.blocked` when one does not let it be made. */
export async function beforeCompaction(
  { hooks, sizeWith }: CompactionScene,
  through: EventId,
  signal: AbortSignal,
): Promise<string> {
  if (!hooks.has('compact.before')) return ''
  const { out } = await hooks.ask('compact.before', { tokens: sizeWith([]), through }, signal)
  return out.hint ?? ''
}

/** The same in the middle of a run, which goes on without room: null when it may not be made. */
export async function beforeMakingRoom(
  run: RunHandle,
  scene: CompactionScene,
  through: EventId,
): Promise<string | null> {
  try {
    return await beforeCompaction(scene, through, run.signal)
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('hook.')) throw error
    if (!toldOnce.has(run)) run.publish([told(error.said ?? [])])
    toldOnce.add(run)
    return null
  }
}
