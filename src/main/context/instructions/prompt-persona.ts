import { type ItemData, itemData } from '#shared/context/item-data.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { stillRead } from '../branch/still-read.ts'

/**
 * Returns which persona the system prompt of a branch holds. After a switch inside a family it stays that of the agent
 * before, so that the prompt stays as it was sent; the switch item tells the new one. Once that item is gone from the
 * branch, the prompt holds the agent's own.
 */
export function promptPersona(path: readonly DurableEvent[], own: string): string {
  const newest = stillRead(path).findLast(
    (event) => event.kind === 'harness.item' && event.payload.kind === 'agent-switch',
  )
  if (newest?.kind !== 'harness.item') return own
  const data = itemData('agent-switch', newest.payload)
  return data !== null && data.persona === own ? data.prompt : own
}

/** Returns the persona data of a switch item. */
export const switchData = (
  persona: string,
  prompt: string,
): Pick<ItemData<'agent-switch'>, 'persona' | 'prompt'> => ({
  persona,
  prompt,
})
