import type { RequestId } from '../ids.ts'
import type { Interaction } from '../session/interactions/interaction.ts'
import type { DurableEventOf } from './event.ts'

type Open = Readonly<Record<RequestId, Interaction>>

/** Keeps what still waits for the person. */
export function foldInteractions(
  open: Open,
  event: DurableEventOf<'interaction.requested'> | DurableEventOf<'interaction.resolved'>,
): Open {
  const { requestId } = event.payload
  if (event.kind === 'interaction.requested') {
    const { runId, ts } = event
    return {
      ...open,
      [requestId]: { ...event.payload, askedAt: ts, ...(runId === undefined ? {} : { runId }) },
    }
  }
  if (open[requestId] === undefined) return open
  const { [requestId]: _answered, ...waiting } = open
  return waiting
}
