import type { DurableEvent } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'

type Watched = {
  /** The run that would be reminded. It must have answered once, so that no run begins with a reminder. */
  readonly runId: RunId
  /** The kind of item that reminds. */
  readonly reminder: string
  /** Whether a call does what the reminder asks for. */
  readonly keeps: (call: ToolCallPart) => boolean
  /** Stops counting here. */
  readonly most: number
}

/**
 * Counts the answers on a branch since a call of one kind or its reminder, over all runs. Zero until the run has
 * answered.
 */
export function roundsWithout(
  path: readonly DurableEvent[],
  { runId, reminder, keeps, most }: Watched,
): number {
  let rounds = 0
  let hasAnswered = false
  for (let index = path.length - 1; index >= 0 && rounds < most; index -= 1) {
    const event = path[index]
    if (event?.kind === 'harness.item' && event.payload.kind === reminder) break
    if (event?.kind !== 'message' || event.payload.message.role !== 'assistant') continue
    if (toolCallsOf(event.payload.message).some(keeps)) break
    if (rounds === 0) hasAnswered = event.runId === runId
    rounds += 1
  }
  return hasAnswered ? rounds : 0
}
