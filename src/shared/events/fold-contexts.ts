import type { ContextId } from '../ids.ts'
import type { ContextRecord } from '../session/session.ts'
import { withEntry } from '../with-entry.ts'
import type { DurableEvent, DurableEventOf } from './event.ts'

type Contexts = Readonly<Record<ContextId, ContextRecord>>

/**
 * Tracks the leaf of each context. Only advancing events and `leaf.moved` move it; other events are attached
 * beside the branch.
 */
export function foldContexts(contexts: Contexts, event: DurableEvent): Contexts {
  if (event.kind === 'context.status') return statusChanged(contexts, event)
  const contextId = event.kind === 'leaf.moved' ? event.payload.contextId : event.contextId
  const context = contextId === undefined ? undefined : contexts[contextId]
  if (context === undefined) return contexts
  const leaf = event.kind === 'leaf.moved' ? event.payload.to : event.id
  return withEntry(contexts, context.id, { ...context, leaf })
}

function statusChanged(contexts: Contexts, event: DurableEventOf<'context.status'>): Contexts {
  const { contextId, status, agentId, mode, from, personaHash, notes } = event.payload
  const known = contexts[contextId]
  if (status !== 'created') {
    if (known === undefined) return contexts
    return withEntry(contexts, contextId, { ...known, status: status === 'activated' ? 'active' : status })
  }
  const source = from === undefined ? undefined : contexts[from]
  const created: ContextRecord = {
    id: contextId,
    sessionId: event.sessionId,
    agentId,
    personaHash,
    // `continue` starts at the leaf of the other context; the other modes start with an empty history.
    leaf: mode === 'continue' ? (source?.leaf ?? null) : null,
    status: 'active',
    from: from ?? null,
    mode,
    ...(notes === undefined ? {} : { notes }),
  }
  return withEntry(contexts, contextId, created)
}
