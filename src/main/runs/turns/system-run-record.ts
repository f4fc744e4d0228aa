import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, ModelRef, RunId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { OneResult } from './request-once.ts'

type Outcome = {
  /** The requesting agent, one of the app itself. */
  readonly agentId: AgentId
  readonly model: ModelRef
  readonly asked: OneResult
  readonly failed: boolean
}

/** Returns all events of a single-request run, stored at its end because it was never shown. */
export function systemRunRecord(
  runId: RunId,
  { runId: parentRunId, contextId }: Pick<RunRecord, 'runId' | 'contextId'>,
  { agentId, model, asked, failed }: Outcome,
): NewDurableEvent[] {
  const { usage, durationMs, error } = asked
  const spec = { kind: 'system' as const, contextId, agentId, model, parentRunId }
  const cost = { usage, durationMs, llmMs: durationMs, toolMs: 0 }
  const why = error instanceof AppError ? { error: error.toData() } : {}
  const events: NewDurableEvent[] = [
    { kind: 'run.status', payload: { runId, from: null, to: 'pending', spec } },
    { kind: 'run.status', payload: { runId, from: 'pending', to: 'running' } },
    { kind: 'turn.ended', payload: { runId, turnIndex: 0, stop: failed ? 'error' : 'stop', ...cost } },
    {
      kind: 'run.status',
      payload: { runId, from: 'running', to: failed ? 'failed' : 'completed', ...(failed ? why : {}) },
    },
  ]
  return events.map((event) => ({ ...event, runId, contextId }))
}
