import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId } from '#shared/ids.ts'
import type { ContextRecord } from '#shared/session/session.ts'

type Contexts = Readonly<Record<ContextId, ContextRecord>>

/**
 * Returns the context of a chat that was used last. Agents that were selected in between without any message
 * are skipped. A context that was reset counts, because the person asked for the reset.
 */
export function lastUsedContext(
  contexts: Contexts,
  pathOf: (contextId: ContextId) => readonly DurableEvent[],
  active: ContextRecord,
): ContextRecord {
  let at = active
  while (at.mode !== 'fresh' && at.from !== null && isUnused(pathOf(at.id), at.id)) {
    const before = contexts[at.from]
    if (before === undefined) return at
    at = before
  }
  return at
}

/** Whether a context is still at its start. Going back to an earlier place in it counts as use. */
function isUnused(path: readonly DurableEvent[], contextId: ContextId): boolean {
  const own = path.filter((event) => event.contextId === contextId)
  return path.at(-1)?.contextId === contextId && own.every(isSwitchEvent)
}

/** Whether a history holds messages, and the context was used since it became the active one. */
export function isContextUsed(path: readonly DurableEvent[], contextId: ContextId): boolean {
  return !isUnused(path, contextId) && path.some(({ kind }) => kind === 'message')
}

/** Whether an event only tells of a switch of agents. */
export function isSwitchEvent(event: DurableEvent): boolean {
  if (event.kind !== 'harness.item') return false
  const { kind, visibility } = event.payload
  return kind === 'agent-switch' || (kind === 'child-summary' && visibility === 'hidden')
}
