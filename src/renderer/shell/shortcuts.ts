import { useEffect } from 'react'
import type { Surface } from '../store/app-state.ts'
import { SURFACES } from './surface.ts'

export type Shortcuts = {
  readonly onSurface: (surface: Surface) => void
  readonly onPalette: () => void
  readonly onAddProject: () => void
  /** Looks for words in all chats. */
  readonly onFind: () => void
  /** Shows what goes on in the background. */
  readonly onBackground: () => void
}

/** The keys that work everywhere in the window. */
export function useShortcuts({ onSurface, onPalette, onAddProject, onFind, onBackground }: Shortcuts): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const action = actionOf(event)
      // Where there are words, these keys select them; in a list they may belong to it.
      if (action === null || (action.does === 'background' && isTaken(event))) return
      event.preventDefault()
      if (action.does === 'panes') nextPane(event.shiftKey)
      else if (action.does === 'palette') onPalette()
      else if (action.does === 'add') onAddProject()
      else if (action.does === 'find') onFind()
      else if (action.does === 'background') onBackground()
      else onSurface(action.surface)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onSurface, onPalette, onAddProject, onFind, onBackground])
}

type Action =
  | { readonly does: 'panes' }
  | { readonly does: 'palette' }
  | { readonly does: 'add' }
  | { readonly does: 'find' }
  | { readonly does: 'background' }
  | { readonly does: 'surface'; readonly surface: Surface }

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What a key combination means, or null when it is not one of ours. */
export function actionOf(event: Keys): Action | null {
  if (event.key === 'F6') return { does: 'panes' }
  const plain = !(event.ctrlKey || event.metaKey || event.altKey)
  if (plain && event.shiftKey && event.key === 'ArrowDown') return { does: 'background' }
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  if (event.shiftKey) return event.key.toLowerCase() === 'f' ? { does: 'find' } : null
  if (event.key.toLowerCase() === 'k') return { does: 'palette' }
  if (event.key.toLowerCase() === 'o') return { does: 'add' }
  const surface = /^[1-6]$/.test(event.key) ? SURFACES[Number(event.key) - 1] : undefined
  return surface === undefined ? null : { does: 'surface', surface }
}

/** True when whoever has the focus has a use for the keys, or a dialog is open. */
function isTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || document.querySelector('[role="dialog"]') !== null) return true
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
