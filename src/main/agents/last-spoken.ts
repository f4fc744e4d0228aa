import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId } from '#shared/ids.ts'
import type { ContextRecord } from '#shared/session/session.ts'

type Contexts = Readonly<Record<ContextId, ContextRecord>>

/**
 * The history of a chat in which something was said last. Agents that were only chosen on the way from one to another,
 * and to whom nobody said anything, leave nothing to go on with. One that was told to begin anew stands for that wish.
 */
export function lastSpoken(
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

/** True while a context stands where it began. Whoever went back in it to an earlier place has used it. */
function isUnused(path: readonly DurableEvent[], contextId: ContextId): boolean {
  const own = path.filter((event) => event.contextId === contextId)
  return path.at(-1)?.contextId === contextId && own.every(isOfSwitch)
}

function isOfSwitch(event: DurableEvent): boolean {
  if (event.kind !== 'harness.item') return false
  const { kind, visibility } = event.payload
  return kind === 'agent-switch' || (kind === 'child-summary' && visibility === 'hidden')
}
