import type { DurableEvent, DurableEventOf } from '../../events/event.ts'
import type { RunId } from '../../ids.ts'
import type { RunRecord } from '../../run/run.ts'
import { unsentIn } from './unsent.ts'

type Runs = Readonly<Record<RunId, Pick<RunRecord, 'kind' | 'status'>>>

/**
 * Returns the unanswered event at the end of a branch, where a run can resume. That is a user message, tool
 * results, an interrupted answer, or the last event of a failed or stopped run. Null when all is answered.
 * Summaries and notices may follow the event.
 */
export function unansweredAt(
  path: readonly DurableEvent[],
  runs: Runs,
): { readonly event: DurableEvent } | null {
  for (const event of path.toReversed()) {
    if (isBrokenOff(event, runs)) return { event }
    if (isFromPerson(event)) return { event }
    if (event.kind === 'message') return isOpenMessage(event, runs) ? { event } : null
  }
  return null
}

/**
 * Whether a branch ends with text of the agent. The model then needs an explicit request to continue; a
 * question or result needs none.
 */
export function endsInWords(event: DurableEvent): boolean {
  return event.kind === 'message' && event.payload.message.role === 'assistant'
}

/**
 * Work of the app itself, such as a summary, breaks nothing of the conversation off when it ends badly. A message that
 * was refused has left the branch.
 */
function isBrokenOff(event: DurableEvent, runs: Runs): boolean {
  const run = event.runId === undefined ? undefined : runs[event.runId]
  if (run?.kind !== 'chat' || event.kind === 'compact' || unsentIn(event) !== null) return false
  return run.status === 'failed' || run.status === 'cancelled'
}

function isFromPerson(event: DurableEvent): boolean {
  if (event.kind === 'message') return event.payload.message.role === 'user'
  return event.kind === 'harness.item' && event.payload.kind === 'steer' && event.payload.origin === 'user'
}

/** A run may end with the result of a tool, where that handed the work on; then nothing is left to be said. */
function isOpenMessage({ payload, runId }: DurableEventOf<'message'>, runs: Runs): boolean {
  const { message } = payload
  if (message.role === 'tool') return runId === undefined || runs[runId]?.status !== 'completed'
  return message.stop === 'cancelled' || message.stop === 'error' || message.stop === 'length'
}
