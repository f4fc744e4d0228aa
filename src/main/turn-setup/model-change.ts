import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { say } from '#shared/sentences.ts'
import { told } from '../runs/run/notices.ts'

/** Adds a notice when another model answers from here on. */
export function tellModelChange(
  run: { readonly publish: (events: readonly NewDurableEvent[]) => unknown },
  path: readonly DurableEvent[],
  now: Pick<ModelInfo, 'ref' | 'label'>,
  infoOf: (ref: ModelRef) => Pick<ModelInfo, 'label'> | null,
): void {
  const before = answeredBefore(path)
  if (before === null || before === now.ref) return
  run.publish([
    told([say('run.modelChanged', { before: infoOf(before)?.label ?? before, after: now.label })]),
  ])
}

/** The model that answered last on this branch; null where none did. */
function answeredBefore(path: readonly DurableEvent[]): ModelRef | null {
  const last = path.findLast(
    (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
  )
  return last?.kind === 'message' ? (last.payload.message.model ?? null) : null
}
