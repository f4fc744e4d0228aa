import type { LivePayload } from '#shared/events/event.ts'
import type { EventId, ModelRef, RunId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { type OneRequest as AskingOnce, requestOnce } from '../turns/request-once.ts'

/** The hidden agent that summarises. */
export const COMPACTION_AGENT = 'compaction'

type Asking = Pick<AskingOnce, 'writer' | 'prompt' | 'reserveOutput' | 'clock'> & {
  readonly eventId: EventId
}

/** No summary is worth a longer wait. */
const LIMIT_MS = 5 * 60_000

/**
 * Asks a model for a summary, which is shown while it is written and never stored half. What it cost is stored with the
 * run, also when nothing came of it.
 */
export async function askForSummary(run: RunHandle, asking: Asking): Promise<string> {
  // Announces activity to windows of the session.
  run.live({ kind: 'turn.started', turnIndex: 0, payload: { runId: run.runId, turnIndex: 0 } })
  const tooSlow = say('compact.tooSlow', { model: asking.writer.info.label })
  const { eventId } = asking
  const hear = {
    eventId,
    piece: (piece: LivePayload<'message.delta'>) => run.live({ kind: 'message.delta', payload: piece }),
  }
  run.live({ kind: 'message.start', payload: { eventId, parentId: null, role: 'summary' } })
  const { text, error, usage, durationMs } = await requestOnce(
    { ...asking, sessionId: run.sessionId, hear, limitMs: LIMIT_MS, tooSlow },
    run.signal,
  )
  run.live({ kind: 'message.discarded', payload: { eventId, reason: discardedFor(run, text) } })
  const stop = text !== null ? 'stop' : run.signal.aborted ? 'cancelled' : 'error'
  const payload = { runId: run.runId, turnIndex: 0, stop, usage, durationMs } as const
  run.publish([{ kind: 'turn.ended', turnIndex: 0, payload: { ...payload, llmMs: durationMs, toolMs: 0 } }])
  if (text === null) throw error
  return text
}

function discardedFor(run: RunHandle, text: string | null): LivePayload<'message.discarded'>['reason'] {
  if (run.signal.aborted) return 'user_cancel'
  return text === null ? 'error' : 'empty'
}

/** After so many failures in a row no model is asked for a while. */
const MOST_FAILURES = 3
const FORGIVEN_AFTER_MS = 30 * 60_000

/** Whether this model recently failed to summarise this chat too often to try again. */
export function isTripped(runs: Readonly<Record<RunId, RunRecord>>, model: ModelRef, now: number): boolean {
  const tried = Object.values<RunRecord>(runs)
    .filter((run) => run.kind === 'system' && run.agentId === COMPACTION_AGENT && run.model === model)
    // Runs without a request say nothing about the model; neither do stopped ones.
    .filter((run) => run.turns > 0 && (run.status === 'completed' || isFailure(run)))
    .sort((left, right) => left.createdAt - right.createdAt)
  const newest = tried.slice(-MOST_FAILURES)
  return (
    newest.length === MOST_FAILURES &&
    newest.every((run) => isFailure(run) && now - (run.endedAt ?? run.createdAt) < FORGIVEN_AFTER_MS)
  )
}

function isFailure({ status, error }: RunRecord): boolean {
  return status === 'failed' && error?.code.startsWith('llm.') === true
}
