import type { NewDurableEvent } from '#shared/events/event.ts'
import type { EventId, ModelRef } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import { effortOfMessage } from '#shared/run/effort-directive.ts'
import { poolOfMessage } from '#shared/run/pool-directive.ts'
import type { RunSpec } from '#shared/run/run.ts'
import type { RunBounds } from '#shared/run/run-bounds.ts'
import type { TurnPool } from '#shared/run/turn-pool.ts'
import type { FilePart, Part } from '#shared/session/message.ts'
import type { QueueItem } from '#shared/session/queue/queue.ts'
import type { ContextRecord } from '#shared/session/session.ts'

/** The first events of a run: those that are stored with its first state, the last of which may be the question. */
export type Opening = {
  readonly first: readonly NewDurableEvent[]
  readonly inputEventId: EventId | null
  /** The spend limit of the turn, as written before the message. */
  readonly pool?: TurnPool
  /** The effort of the turn, as written before the message. */
  readonly effort?: Effort
  /** The turn limit and the form of the answer. */
  readonly bounds?: Omit<RunBounds, 'maxUsd'>
}

/** Adds the bounds that a caller names to what a run begins with. */
export function withBounds(opening: Opening, bounds: RunBounds | undefined): Opening {
  if (bounds === undefined) return opening
  const { maxUsd, ...rest } = bounds
  const pool = maxUsd === undefined ? {} : { pool: { tokens: opening.pool?.tokens ?? null, usd: maxUsd } }
  return { ...opening, ...pool, ...(Object.keys(rest).length === 0 ? {} : { bounds: rest }) }
}

/** Returns the limits and the effort of a run as its record stores them. */
export function limitsOf({
  pool,
  effort,
  bounds,
}: Pick<Opening, 'pool' | 'effort' | 'bounds'>): Pick<RunSpec, 'pool' | 'effort' | 'bounds'> {
  return {
    ...(pool === undefined ? {} : { pool }),
    ...(effort === undefined ? {} : { effort }),
    ...(bounds === undefined ? {} : { bounds }),
  }
}

/** A message of the person. `item` is the queued message it was; taking it off the queue and storing it are one act. */
export function messageOpening(
  parts: readonly Part[],
  item: QueueItem | null,
  inputEventId: EventId,
): Opening {
  const { said, ...limited } = withoutDirectives(parts)
  const message: NewDurableEvent = {
    kind: 'message',
    id: inputEventId,
    payload: {
      message: { role: 'user', parts: [...said] },
      ...(item === null ? {} : { queueItemId: item.itemId }),
    },
  }
  if (item === null) return { first: [message], inputEventId, ...limited }
  const { lane, itemId } = item
  return {
    first: [{ kind: 'queue.changed', payload: { lane, op: 'consume', itemId } }, message],
    inputEventId,
    ...limited,
  }
}

/** Settings of a turn in front of its message. */
type Directives = Pick<Opening, 'pool' | 'effort'>

/** Takes the limit and the effort of the turn off the front of a message, in either order. */
function withoutDirectives(parts: readonly Part[]): Directives & { readonly said: readonly Part[] } {
  const [first, ...rest] = parts
  if (first?.t !== 'text') return { said: parts }
  const { words, ...directives } = readDirectives(first.text)
  return words === first.text
    ? { said: parts }
    : { ...directives, said: [{ ...first, text: words }, ...rest] }
}

/** Returns the words of a message without what it settles for its turn. */
export function readDirectives(text: string): Directives & { readonly words: string } {
  const before = poolOfMessage(text)
  const { effort, words } = effortOfMessage(before.words)
  const after = effort === null || before.pool !== null ? { pool: before.pool, words } : poolOfMessage(words)
  return {
    ...(after.pool === null ? {} : { pool: after.pool }),
    ...(effort === null ? {} : { effort }),
    words: after.words,
  }
}

/** A message may consist of pictures only. */
export function partsOf(text: string, files: readonly FilePart[]): readonly Part[] {
  return text === '' && files.length > 0 ? files : [{ t: 'text', text }, ...files]
}

/** The record with which a chat run is registered. */
export function chatSpec(
  context: Pick<ContextRecord, 'id' | 'agentId'>,
  model: ModelRef,
  inputEventId: EventId | null,
): RunSpec {
  return {
    kind: 'chat',
    contextId: context.id,
    agentId: context.agentId,
    model,
    ...(inputEventId === null ? {} : { inputEventId }),
  }
}
