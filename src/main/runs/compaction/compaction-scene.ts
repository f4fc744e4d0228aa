import type { DurableEvent, DurablePayload, NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, ModelRef, SessionId } from '#shared/ids.ts'
import type { TokenCounter } from '../../context/budget/count-tokens.ts'
import type { RunHooks } from '../../hooks/hooks.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { Writer } from '../turns/request-once.ts'

/** One branch and what a compaction of it needs to know. */
export type CompactionScene = {
  readonly sessionId: SessionId
  readonly contextId: ContextId
  readonly path: () => readonly DurableEvent[]
  /** Lasting facts about the branch, which are stored with a compaction. */
  readonly facts: () => NonNullable<DurablePayload<'compact'>['facts']>
  /** The most tokens a request of this branch may have, in estimated tokens. */
  readonly usable: number
  /** A request above it is to be compacted, in tokens as the server counts. */
  readonly threshold: number
  readonly count: TokenCounter
  /** Tokens of the next request when these events are stored. */
  readonly sizeWith: (pending: readonly NewDurableEvent[]) => number
  /** The model that sums up. */
  readonly model: ModelRef
  /** The hooks called before a compaction. */
  readonly hooks: Pick<RunHooks, 'has' | 'ask'>
  /** Returns the output tokens allowed for a summary with this input; null without a budget. */
  readonly answerRoom: ((wanted: number, sent: number) => number) | null
  readonly summariser: (run: RunHandle) => Promise<Writer>
}
