import { AppError } from '#shared/errors.ts'
import type { EventId } from '#shared/ids.ts'
import { told } from '../run/notices.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { CompactionScene } from './compaction-scene.ts'

/** Runs that were told that a hook does not let them be compacted. Once is enough. */
const toldOnce = new WeakSet<RunHandle>()

/**
 * Returns the hooks' instructions for a summary; empty for none. Throws `hook.blocked` when a hook denies it.
 */
export async function beforeCompaction(
  { hooks, sizeWith }: CompactionScene,
  through: EventId,
  signal: AbortSignal,
): Promise<string> {
  if (!hooks.has('compact.before')) return ''
  const { out } = await hooks.ask('compact.before', { tokens: sizeWith([]), through }, signal)
  return out.hint ?? ''
}

/** Returns the instructions during a run, which continues without compaction: null when a hook denies it. */
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
