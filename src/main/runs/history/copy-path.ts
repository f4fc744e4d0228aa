import type { DurableEvent, DurableEventOf, NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, RunId } from '#shared/ids.ts'
import { unsentIn } from '#shared/session/queue/unsent.ts'
import type { NewId } from '../../lib/ids.ts'

type Copying = {
  readonly contextId: ContextId
  readonly newId: NewId
  /** The run whose work the copy takes up: what was told for that run alone stays told. Null: it is over. */
  readonly goesOn: RunId | null
}

/** Copies with ids of their own. What names another event of the branch names its copy. */
export function copiesOf(
  path: readonly DurableEvent[],
  { contextId, newId, goesOn }: Copying,
): NewDurableEvent[] {
  const ids = new Map<EventId, EventId>(path.map((event) => [event.id, newId('event')]))
  const runs = new Map<RunId, RunId>()
  const runOf = (runId: RunId): RunId => {
    const known = runs.get(runId) ?? newId('run')
    runs.set(runId, known)
    return known
  }
  return path.flatMap((event): NewDurableEvent[] => {
    const common = {
      contextId,
      at: event.ts,
      copiedFrom: event.id,
      id: ids.get(event.id) ?? newId('event'),
      // Events keep their grouping by run, with new run ids for the other chat.
      ...(event.runId === undefined ? {} : { runId: runOf(event.runId) }),
      ...(event.turnIndex === undefined ? {} : { turnIndex: event.turnIndex }),
    }
    switch (event.kind) {
      case 'message':
        return [{ ...common, kind: event.kind, payload: messageOf(event) }]
      case 'harness.item':
        return [{ ...common, kind: event.kind, payload: itemOf(event, goesOn) }]
      case 'compact': {
        const through = event.payload.compactedThrough
        const payload = { ...event.payload, compactedThrough: ids.get(through) ?? through }
        return [{ ...common, kind: event.kind, payload }]
      }
      case 'exchange.snipped':
      case 'exchange.restored': {
        const first = ids.get(event.payload.first)
        return first === undefined ? [] : [{ ...common, kind: event.kind, payload: { first } }]
      }
      default:
        return []
    }
  })
}

/** Its place in the queue was in the other chat. */
function messageOf({ payload }: DurableEventOf<'message'>): DurableEventOf<'message'>['payload'] {
  const { queueItemId: _queueItemId, ...copied } = payload
  return copied
}

function itemOf(
  event: DurableEventOf<'harness.item'>,
  goesOn: RunId | null,
): DurableEventOf<'harness.item'>['payload'] {
  const { payload, runId } = event
  // The message it leads to stands on another branch, and is not copied.
  if (unsentIn(event) !== null) return leadingNowhere(payload)
  return goesOn !== null && runId === goesOn ? { ...payload, lifetime: 'session' } : payload
}

function leadingNowhere(
  payload: DurableEventOf<'harness.item'>['payload'],
): DurableEventOf<'harness.item'>['payload'] {
  const rest = Object.entries(payload.data ?? {}).filter(([key]) => key !== 'about')
  return { ...payload, data: Object.fromEntries(rest) }
}
