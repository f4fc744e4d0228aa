/** What a key means in the inbox. */
export type InboxAction =
  | { readonly does: 'move'; readonly step: number | 'first' | 'last' }
  | { readonly does: 'allow'; readonly scope: 'once' | 'session' | 'project' }
  | { readonly does: 'deny' | 'select' | 'selectAlike' | 'open' | 'whole' | 'leave' | 'help' }

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

const MOVES: Readonly<Record<string, number | 'first' | 'last'>> = {
  j: 1,
  k: -1,
  ArrowDown: 1,
  ArrowUp: -1,
  Home: 'first',
  End: 'last',
}

const DEEDS: Readonly<Record<string, InboxAction>> = {
  a: { does: 'allow', scope: 'once' },
  s: { does: 'allow', scope: 'session' },
  p: { does: 'allow', scope: 'project' },
  d: { does: 'deny' },
  x: { does: 'select' },
  '*': { does: 'selectAlike' },
  o: { does: 'open' },
  v: { does: 'whole' },
  '?': { does: 'help' },
  Escape: { does: 'leave' },
}

/** What a key does while the focus is in the inbox and no text is written; null when it is not ours. */
export function inboxAction(event: Pressed): InboxAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const step = MOVES[key]
  if (step !== undefined) return { does: 'move', step }
  // A key that is held down must not answer one request after the other.
  return event.repeat ? null : (DEEDS[key] ?? null)
}

/** Every key with what it does, in the order it is explained. */
export const INBOX_KEYS = [
  { keys: ['j', 'k'], name: 'move' },
  { keys: ['a'], name: 'once' },
  { keys: ['s'], name: 'session' },
  { keys: ['p'], name: 'project' },
  { keys: ['d'], name: 'deny' },
  { keys: ['v'], name: 'whole' },
  { keys: ['x'], name: 'select' },
  { keys: ['*'], name: 'alike' },
  { keys: ['o'], name: 'open' },
  { keys: ['Esc'], name: 'leave' },
  { keys: ['?'], name: 'help' },
] as const
