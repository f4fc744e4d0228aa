import type { DurableEvent } from '#shared/events/event.ts'
import type { AgentId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { writerOf } from '#shared/session/written-by.ts'

/** The effect of a key in an empty composer. */
type BareAct = 'nextAgent' | 'agents' | 'letGo'

type BareKey = {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/**
 * Returns what a key does in the empty box; null lets the key be. Tab passes the chat to the next agent; after Escape
 * it moves the focus on, as everywhere else, so that the keyboard can always leave the box. Escape counts also while
 * no agent can take over: a run may end, or the list of agents arrive, between Escape and Tab.
 */
export function actOfBareKey(
  event: BareKey,
  where: { readonly canSwitch: boolean; readonly letGo: boolean },
): BareAct | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event
  if (shiftKey || altKey || ctrlKey || metaKey) return null
  if (key === 'ArrowDown') return 'agents'
  if (key === 'Escape') return 'letGo'
  return key === 'Tab' && where.canSwitch && !where.letGo ? 'nextAgent' : null
}

/** Returns the next agent in a cycle; null when there is no other. */
export function agentAfter(current: AgentId, agents: readonly { readonly id: AgentId }[]): AgentId | null {
  if (agents.length < 2) return null
  const at = agents.findIndex(({ id }) => id === current)
  const next = agents[(at + 1) % agents.length]
  return next === undefined || next.id === current ? null : next.id
}

/** Returns the messages that the person wrote on this path, newest first, each text once. */
export function sentMessages(path: readonly DurableEvent[]): readonly string[] {
  const texts = new Set<string>()
  for (const event of path.toReversed()) {
    if (event.kind !== 'message' || event.payload.message.role !== 'user') continue
    const text = textOf(event.payload.message)
    if (text.trim() !== '' && writerOf(event, null) === 'person') texts.add(text)
  }
  return [...texts]
}
