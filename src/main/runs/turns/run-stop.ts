import type { DurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'
import { told } from '../run/notices.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { type HooksOfRun, hookItem } from '../run/run-hooks.ts'

/** Maximum continuations by hooks per user message. */
const MOST_CONTINUED = 3

/**
 * Asks hooks whether an ending run may stop. True when a hook has work left: its message is in the
 * conversation and the run continues. Beyond the maximum, hooks are no longer asked.
 */
export async function isProlonged(
  hooks: HooksOfRun,
  run: RunHandle,
  path: () => readonly DurableEvent[],
): Promise<boolean> {
  if (!hooks.has('run.stop')) return false
  const { out } = await hooks.ask('run.stop', { runId: run.runId, status: 'completed' }, run.signal)
  if (out.continueWith === undefined) return false
  if (prolongedSincePrompt(path()) >= MOST_CONTINUED) {
    run.publish([told([say('hook.enough', { count: String(MOST_CONTINUED) })])])
    return false
  }
  const payload = hookItem('run.stop', { content: out.continueWith })
  run.publish([{ kind: 'harness.item', payload: { ...payload, visibility: 'display' } }])
  return true
}

function prolongedSincePrompt(path: readonly DurableEvent[]): number {
  const from = path.findLastIndex(
    (event) => event.kind === 'message' && event.payload.message.role === 'user',
  )
  const isProlonging = (event: DurableEvent) =>
    event.kind === 'harness.item' &&
    event.payload.kind === 'hook-context' &&
    event.payload.attrs?.['point'] === 'run.stop'
  return path.slice(from + 1).filter(isProlonging).length
}
