import type { DurableEvent, NewDurableEvent, NewLiveEvent } from '#shared/events/event.ts'
import type { ContextId, RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'

/** The interface for the code of a run. Output after the end of the run is dropped. */
export type RunHandle = {
  readonly runId: RunId
  readonly sessionId: SessionId
  readonly contextId: ContextId
  /** The one abort source inside the run. */
  readonly signal: AbortSignal
  readonly record: () => RunRecord
  /** Stores events of this run; empty when the run has ended meanwhile. */
  readonly publish: (events: readonly NewDurableEvent[]) => DurableEvent[]
  readonly live: (event: NewLiveEvent) => void
}
