import type { DurableEvent, NewDurableEvent, NewLiveEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'

/** The log operations needed by runs. */
export type RunLog = {
  readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[]) => DurableEvent[]
  readonly live: (sessionId: SessionId, event: NewLiveEvent) => void
  readonly folds: (sessionId: SessionId) => SessionFolds
}
