import type { DurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'
import { told } from '../run/notices.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { type HooksOfRun, hookItem } from '../run/run-hooks.ts'
import { type EditCheck, isCorrecting } from './edit-check.ts'

type Asked = { readonly hooks: HooksOfRun; readonly edits: EditCheck; readonly maxTurns: number }

/** Maximum continuations by hooks per user message. */
const MOST_CONTINUED = 3

/**
 * Checks the edits of an ending run, and asks hooks whether it may stop. True when there is work left: a message about
 * it is in the conversation and the run continues.
 */
export async function isProlonged(
  { hooks, edits, maxTurns }: Asked,
  run: RunHandle,
  path: () => readonly DurableEvent[],
): Promise<boolean> {
  const hasTurns = () => run.record().turns < maxTurns
  return (await isCorrecting(edits, run, path, hasTurns)) || (await isHookedOn(hooks, run, path))
}

/** Asks hooks whether a run may stop. Beyond the maximum, they are no longer asked. */
async function isHookedOn(
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
