import { ANSWER_KEYS, answerOfKey, type PressedAnswer } from '../../../approvals/answer-keys.ts'

/** Actions of keys on requests. */
export type InboxDeeds = {
  readonly move: (step: number | 'first' | 'last') => void
  readonly allow: (scope: 'once' | 'session' | 'project') => void
  /** Denies without a reason. */
  readonly refuse: () => void
  /** Opens the form for a reason. */
  readonly deny: () => void
  readonly expiry: () => void
  readonly select: () => void
  readonly selectAlike: () => void
  readonly whole: () => void
  readonly leave: () => void
}

/** The meaning of a key in the inbox. */
export type InboxAction =
  | { readonly does: 'move'; readonly step: number | 'first' | 'last' }
  | { readonly does: 'allow'; readonly scope: 'once' | 'session' | 'project' }
  | { readonly does: Exclude<keyof InboxDeeds, 'move' | 'allow'> | 'folder' | 'open' | 'help' }

const MOVES: Readonly<Record<string, number | 'first' | 'last'>> = {
  j: 1,
  k: -1,
  ArrowDown: 1,
  ArrowUp: -1,
  Home: 'first',
  End: 'last',
}

const DEEDS: Readonly<Record<string, InboxAction>> = {
  e: { does: 'expiry' },
  x: { does: 'select' },
  '*': { does: 'selectAlike' },
  o: { does: 'open' },
  v: { does: 'whole' },
  '?': { does: 'help' },
  Escape: { does: 'leave' },
}

/** Keys of multi-step answers. They need the command key, so that no single letter triggers them. */
const LEADS: Readonly<Record<string, InboxAction>> = { d: { does: 'deny' }, l: { does: 'folder' } }

/**
 * Returns what a key does while the focus is in the inbox and in no text field; null for other keys. Letters move,
 * select and open; none of them answers a request or leads to an answer.
 */
export function inboxAction(event: PressedAnswer, mac: boolean): InboxAction | null {
  const answer = answerOfKey(event, mac)
  if (answer !== null) return answer === 'deny' ? { does: 'refuse' } : { does: 'allow', scope: answer }
  const lead = LEADS[event.key.toLowerCase()]
  if (lead !== undefined && isCommand(event, mac)) return event.repeat ? null : lead
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const step = MOVES[key]
  if (step !== undefined) return { does: 'move', step }
  // A key that is held down must not answer one request after the other.
  return event.repeat ? null : (DEEDS[key] ?? null)
}

function isCommand(event: PressedAnswer, mac: boolean): boolean {
  if (event.shiftKey || event.altKey) return false
  return mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
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
  { keys: ANSWER_KEYS.once, name: 'once' },
  { keys: ANSWER_KEYS.session, name: 'session' },
  { keys: ANSWER_KEYS.project, name: 'project' },
  { keys: ANSWER_KEYS.deny, name: 'refuse' },
  { keys: ['Mod', 'D'], name: 'deny' },
  { keys: ['e'], name: 'expiry' },
  { keys: ['Mod', 'L'], name: 'folder' },
  { keys: ['v'], name: 'whole' },
  { keys: ['x'], name: 'select' },
  { keys: ['*'], name: 'alike' },
  { keys: ['o'], name: 'open' },
  { keys: ['Esc'], name: 'leave' },
  { keys: ['?'], name: 'help' },
] as const
