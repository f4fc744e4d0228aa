import type { PermissionMode } from '#shared/permission/mode.ts'

type Key = {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** The modes that a key may choose. Full access is never one of them. */
const CYCLE: readonly PermissionMode[] = ['ask', 'accept_edits', 'plan']

/** Returns the mode after this one in the cycle. */
export function modeAfter(mode: PermissionMode): PermissionMode {
  return CYCLE[(CYCLE.indexOf(mode) + 1) % CYCLE.length] ?? 'ask'
}

/**
 * Returns what a key means for the mode: `next` changes it, `letGo` leaves the next Shift+Tab to the focus, `hold` keeps
 * that state, and null ends it.
 */
export function modeActOf(event: Key, letGo: boolean): 'next' | 'letGo' | 'hold' | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event
  if (key === 'Shift') return 'hold'
  if (key === 'Escape') return 'letGo'
  if (key !== 'Tab' || !shiftKey || altKey || ctrlKey || metaKey) return null
  return letGo ? 'hold' : 'next'
}
