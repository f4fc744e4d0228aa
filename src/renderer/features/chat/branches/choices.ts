import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import type { Branch, Fork } from '#shared/session/fork.ts'

/** The ways on from one place, and which of them is shown. */
export type Choice = { readonly at: number; readonly branches: readonly Branch[] }

/** Returns the forks on the shown branch, keyed by the first message after each. */
export function choicesOn(
  path: readonly DurableEvent[],
  forks: readonly Fork[],
): ReadonlyMap<EventId, Choice> {
  const choices = new Map<EventId, Choice>()
  if (forks.length === 0) return choices
  const places = new Map(path.map((event, index) => [event.id, index]))
  for (const { branches } of forks) {
    const at = branches.findIndex((branch) => places.has(branch.id))
    const start = places.get(branches[at]?.id ?? ('' as EventId))
    if (start === undefined) continue
    const message = path.slice(start).find((event) => event.kind === 'message')
    if (message !== undefined) choices.set(message.id, { at, branches })
  }
  return choices
}
