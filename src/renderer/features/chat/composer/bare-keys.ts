import type { AgentId } from '#shared/ids.ts'

/** What a key means in a message box that holds nothing. */
type BareAct = 'nextAgent' | 'agents' | 'letGo'

type BareKey = {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/**
 * Tab passes the chat to the next agent. After Escape it moves the focus on, as everywhere else, so that nobody is
 * caught in the box. Null lets the key be.
 */
export function actOfBareKey(
  event: BareKey,
  where: { readonly canSwitch: boolean; readonly letGo: boolean },
): BareAct | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event
  if (shiftKey || altKey || ctrlKey || metaKey) return null
  if (key === 'ArrowDown') return 'agents'
  if (key === 'Escape' && where.canSwitch) return 'letGo'
  return key === 'Tab' && where.canSwitch && !where.letGo ? 'nextAgent' : null
}

/** Who comes after an agent; the first of all after the last. Null when there is nobody else. */
export function agentAfter(current: AgentId, agents: readonly { readonly id: AgentId }[]): AgentId | null {
  if (agents.length < 2) return null
  const at = agents.findIndex(({ id }) => id === current)
  const next = agents[(at + 1) % agents.length]
  return next === undefined || next.id === current ? null : next.id
}
