type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Keys of a focused terminal that the app takes. All others go to the shell. */
export type TerminalKey = 'leave' | 'next' | 'previous' | 'find' | 'attach' | 'copy' | 'paste'

/** Returns what a key means in a terminal, or null when the shell gets it. */
export function terminalKey(event: Keys, isMac: boolean, hasSelection: boolean): TerminalKey | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  if (key === 'F6') return 'leave'
  if (altKey || !(ctrlKey || metaKey)) return null
  // The panel itself, and a new terminal with Shift.
  if (code === 'Backquote' && ctrlKey) return 'leave'
  if (ctrlKey && key === 'PageDown') return 'next'
  if (ctrlKey && key === 'PageUp') return 'previous'
  const letter = key.toLowerCase()
  const isMod = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  if (!isMod) return null
  if (letter === 'f' && !shiftKey) return 'find'
  if (letter === 'a' && shiftKey) return 'attach'
  if (letter === 'c' && (isMac || shiftKey) && hasSelection) return 'copy'
  if (letter === 'v' && (isMac || shiftKey)) return 'paste'
  return null
}
