/** What keys do to the requests. */
export type InboxDeeds = {
  readonly move: (step: number | 'first' | 'last') => void
  readonly allow: (scope: 'once' | 'session' | 'project') => void
  readonly deny: () => void
  readonly expiry: () => void
  readonly select: () => void
  readonly selectAlike: () => void
  readonly whole: () => void
  readonly leave: () => void
}

/** What a key means in the inbox. */
export type InboxAction =
  | { readonly does: 'move'; readonly step: number | 'first' | 'last' }
  | { readonly does: 'allow'; readonly scope: 'once' | 'session' | 'project' }
  | { readonly does: Exclude<keyof InboxDeeds, 'move' | 'allow'> | 'folder' | 'open' | 'help' }

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
  e: { does: 'expiry' },
  f: { does: 'folder' },
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

/** Does what a key means to the requests. False leaves it to the pane. */
export function actOn(deeds: InboxDeeds, action: InboxAction): boolean {
  switch (action.does) {
    case 'move':
      deeds.move(action.step)
      return true
    case 'allow':
      deeds.allow(action.scope)
      return true
    case 'folder':
    case 'open':
    case 'help':
      return false
    default:
      deeds[action.does]()
      return true
  }
}

/** Every key with what it does, in the order it is explained. */
export const INBOX_KEYS = [
  { keys: ['j', 'k'], name: 'move' },
  { keys: ['a'], name: 'once' },
  { keys: ['s'], name: 'session' },
  { keys: ['p'], name: 'project' },
  { keys: ['d'], name: 'deny' },
  { keys: ['e'], name: 'expiry' },
  { keys: ['f'], name: 'folder' },
  { keys: ['v'], name: 'whole' },
  { keys: ['x'], name: 'select' },
  { keys: ['*'], name: 'alike' },
  { keys: ['o'], name: 'open' },
  { keys: ['Esc'], name: 'leave' },
  { keys: ['?'], name: 'help' },
] as const
