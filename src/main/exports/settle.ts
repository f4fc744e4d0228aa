import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS, fold, type SessionFolds } from '#shared/events/fold.ts'
import type { ContextId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import type { ContextRecord } from '#shared/session/session.ts'
import { syntheticResult } from './formats/transcript.ts'

/** Returns the events that end work running at the export: nothing of it may start here. */
export function settlingEvents(events: readonly DurableEvent[]): NewDurableEvent[] {
  const folds = events.reduce(fold, EMPTY_FOLDS)
  return [
    ...openCalls(events, folds),
    ...openAsks(folds),
    ...openRuns(folds),
    ...openJobs(folds),
    ...waiting(folds),
  ]
}

/** Returns the number of calls that these events answer instead of a tool. */
export function closedCallsIn(events: readonly NewDurableEvent[]): number {
  return events.filter((event) => event.kind === 'message').length
}

function openCalls(events: readonly DurableEvent[], folds: SessionFolds): NewDurableEvent[] {
  const byId = new Map(events.map((event) => [event.id, event]))
  return Object.values<ContextRecord>(folds.contexts).flatMap(({ id, leaf }) => {
    const answered = new Set<string>()
    for (let at = leaf; at !== null; ) {
      const event = byId.get(at)
      if (event === undefined) return []
      at = event.parentId
      if (event.kind !== 'message') continue
      const { message } = event.payload
      if (message.role === 'user') return []
      if (message.role === 'assistant') {
        const open = toolCallsOf(message).filter(({ callId }) => !answered.has(callId))
        return open.map((call) => resultFor(syntheticResult(call), id, event))
      }
      if (message.tool !== undefined) answered.add(message.tool.callId)
    }
    return []
  })
}

function resultFor(
  message: ReturnType<typeof syntheticResult>,
  contextId: ContextId,
  { runId, ts }: DurableEvent,
): NewDurableEvent {
  const run = runId === undefined ? {} : { runId }
  return { kind: 'message', contextId, at: ts, payload: { message }, ...run }
}

function openAsks(folds: SessionFolds): NewDurableEvent[] {
  return Object.values<Interaction>(folds.interactions).map(({ requestId }) => ({
    kind: 'interaction.resolved',
    payload: { requestId, outcome: 'expired' },
  }))
}

function openRuns(folds: SessionFolds): NewDurableEvent[] {
  const open = Object.values<RunRecord>(folds.runs).filter((run) => !isTerminal(run.status))
  return open.map(({ runId, contextId, status }) => ({
    kind: 'run.status',
    runId,
    contextId,
    payload: { runId, from: status, to: 'cancelled', reason: 'Not over when it was exported.' },
  }))
}

/** A background program of the exporting app does not run here. */
function openJobs(folds: SessionFolds): NewDurableEvent[] {
  const open = folds.jobs.filter(({ state }) => state === 'running')
  return open.map((job) => ({
    kind: 'job.changed',
    payload: { ...job, state: 'closed', port: null, isOpen: false },
  }))
}

function waiting(folds: SessionFolds): NewDurableEvent[] {
  return folds.queue.map(({ itemId, lane }) => ({
    kind: 'queue.changed',
    payload: { lane, op: 'delete', itemId },
  }))
}
