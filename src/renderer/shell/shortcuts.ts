import { useEffect, useRef } from 'react'
import type { Surface } from '../store/app-state.ts'
import { isMac } from '../ui/base/command-key.ts'
import { SURFACES } from './surface.ts'

export type Shortcuts = {
  readonly onSurface: (surface: Surface) => void
  /** Opens the palette; `query` is typed in it already. */
  readonly onPalette: (query: string) => void
  readonly onAddProject: () => void
  /** Opens a new chat in the current project. */
  readonly onNewChat: () => void
  /** Looks for words in all chats. */
  readonly onFind: () => void
  /** Opens the list of background work. */
  readonly onBackground: () => void
  /** Shows or hides the terminal panel. */
  readonly onTerminals: () => void
  /** Opens a terminal in the current project. */
  readonly onNewTerminal: () => void
  /** Shows the list of keys. */
  readonly onKeys: () => void
}

/** Handles the keys that work everywhere in the window. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const action = actionOf(event, isMac())
      if (action === null || isTaken(action, event)) return
      event.preventDefault()
      perform(action, event, latest.current)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function perform(action: Action, event: KeyboardEvent, shortcuts: Shortcuts): void {
  const acts: Readonly<Record<Exclude<Action['does'], 'palette' | 'surface'>, () => void>> = {
    panes: () => nextPane(event.shiftKey),
    add: shortcuts.onAddProject,
    newChat: shortcuts.onNewChat,
    find: shortcuts.onFind,
    background: shortcuts.onBackground,
    keys: shortcuts.onKeys,
    terminals: shortcuts.onTerminals,
    newTerminal: shortcuts.onNewTerminal,
  }
  if (action.does === 'surface') shortcuts.onSurface(action.surface)
  else if (action.does === 'palette') shortcuts.onPalette(action.query)
  else acts[action.does]()
}

type Plain = 'panes' | 'add' | 'newChat' | 'find' | 'background' | 'keys' | 'terminals' | 'newTerminal'
type Action =
  | { readonly does: Plain }
  | { readonly does: 'palette'; readonly query: string }
  | { readonly does: 'surface'; readonly surface: Surface }

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns what a key combination means, or null when it is not one of ours. */
export function actionOf(event: Keys, mac: boolean): Action | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const plain = !(ctrlKey || metaKey || altKey)
  if (key === 'F6') return { does: 'panes' }
  if (key === 'F1' && plain && !shiftKey) return { does: 'keys' }
  if (plain && shiftKey && key === 'ArrowDown') return { does: 'background' }
  if (!(ctrlKey || metaKey) || altKey) return null
  // By its place: with Shift, and on other layouts, this key types another sign. ⌘` is a key of macOS.
  if (code === 'Backquote' && ctrlKey) return { does: shiftKey ? 'newTerminal' : 'terminals' }
  const letter = key.toLowerCase()
  // On some layouts the slash is typed with Shift.
  if (letter === '/') return { does: 'keys' }
  if (shiftKey) return SHIFTED[letter] ?? null
  // Text fields of macOS move the caret with Ctrl and a letter.
  if (letter === 'n') return mac && !metaKey ? null : { does: 'newChat' }
  const surface = /^[1-6]$/.test(key) ? SURFACES[Number(key) - 1] : undefined
  return surface === undefined ? (COMMANDS[letter] ?? null) : { does: 'surface', surface }
}

const SHIFTED: Readonly<Record<string, Action>> = {
  f: { does: 'find' },
  g: { does: 'surface', surface: 'changes' },
  // The sign in front asks the palette for actions only.
  p: { does: 'palette', query: '>' },
}
const COMMANDS: Readonly<Record<string, Action>> = {
  k: { does: 'palette', query: '' },
  o: { does: 'add' },
  ',': { does: 'surface', surface: 'settings' },
}

/** Whether the focused element or an open dialog uses these keys itself. */
function isTaken({ does }: Action, { target, defaultPrevented }: KeyboardEvent): boolean {
  if (does !== 'background' && does !== 'keys' && does !== 'newChat') return false
  if (defaultPrevented || document.querySelector('[role="dialog"]') !== null) return true
  if (does !== 'background') return false
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return target.value !== ''
  return target instanceof HTMLElement && target.isContentEditable
}

const FOCUSABLE =
  'button:not(:disabled):not([tabindex="-1"]), input:not(:disabled), textarea:not(:disabled), [tabindex="0"], a[href]'

/** Moves the focus to the next pane that can take it, in the order of the page. A dialog keeps it inside. */
function nextPane(backwards: boolean): void {
  const root = document.querySelector('[role="dialog"]') ?? document
  const panes = [...root.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null || pane === document.activeElement,
  )
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const after = backwards ? panes.slice(0, Math.max(0, at)).toReversed() : panes.slice(at + 1)
  const before = backwards ? panes.slice(at + 1).toReversed() : panes.slice(0, Math.max(0, at))
  for (const pane of [...after, ...before]) {
    const inside =
      pane.querySelector<HTMLElement>('[data-pane-focus]') ?? pane.querySelector<HTMLElement>(FOCUSABLE)
    // A pane in which nothing can be done is passed over.
    if (inside === null) continue
    inside.focus()
    return
  }
}
