/** The keys that answer a request. None of them writes text. */
export const ANSWER_KEYS = {
  once: ['Mod', 'Enter'],
  session: ['Mod', 'Shift', 'Enter'],
  project: ['Mod', 'Alt', 'Enter'],
  deny: ['Mod', 'Shift', 'Backspace'],
} as const

/** The answer assigned to a key. */
export type KeyAnswer = keyof typeof ANSWER_KEYS

/** The parts of a key press that answers depend on. */
export type PressedAnswer = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing'
>

/** Returns the answer a key press gives; null for other keys, repeated keys and keys of an input method. */
export function answerOfKey(event: PressedAnswer, mac: boolean): KeyAnswer | null {
  if (event.repeat || event.isComposing || event.keyCode === 229) return null
  const mod = mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (!mod) return null
  if (event.key === 'Backspace') return event.shiftKey && !event.altKey ? 'deny' : null
  if (event.key !== 'Enter') return null
  if (event.shiftKey) return event.altKey ? null : 'session'
  return event.altKey ? 'project' : 'once'
}
