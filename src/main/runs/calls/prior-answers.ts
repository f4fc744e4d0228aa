import type { DurableEvent } from '#shared/events/event.ts'
import type { CallId, RequestId } from '#shared/ids.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import type { Resolution } from './approvals.ts'
import type { PriorAnswer } from './calling.ts'
import type { PriorAnswers } from './tool-group.ts'

const NONE: PriorAnswer = { permission: null, question: null }

/**
 * Returns the person's answers to the calls at the end of a branch, from the log. Older requests are left
 * out, because models reuse call ids and an answer is valid for one call.
 */
export function priorAnswersOf(path: readonly DurableEvent[], asks: readonly DurableEvent[]): PriorAnswers {
  const callsAt = path.findLast(
    (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
  )
  const requests = new Map<RequestId, Interaction>()
  const prior = new Map<CallId, PriorAnswer>()
  for (const event of asks) {
    if (callsAt === undefined || event.seq <= callsAt.seq) continue
    if (event.kind === 'interaction.requested') requests.set(event.payload.requestId, event.payload)
    if (event.kind !== 'interaction.resolved') continue
    const ask = requests.get(event.payload.requestId)
    if (ask?.callId === undefined || event.payload.outcome === 'expired') continue
    const known = prior.get(ask.callId) ?? NONE
    const answered = resolutionOf(event.payload)
    const now =
      ask.what === 'permission'
        ? { ...known, permission: { ...answered, asked: ask } }
        : { ...known, question: answered }
    prior.set(ask.callId, now)
  }
  return prior
}

function resolutionOf({ outcome, value }: { outcome: Resolution['outcome']; value?: unknown }): Resolution {
  return typeof value === 'string' ? { outcome, value } : { outcome }
}
