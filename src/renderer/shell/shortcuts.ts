import { useEffect, useRef } from 'react'
import { actionOfKey, type KeyAction, type KeyBindings } from '#shared/keys/key-actions.ts'
import { isMac } from '../ui/base/command-key.ts'

/** Handles the keys that work everywhere in the window. */
export function useShortcuts(bindings: KeyBindings, act: (action: KeyAction) => void): void {
  const latest = useRef({ bindings, act })
  latest.current = { bindings, act }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return
      if (event.key === 'F6') {
        event.preventDefault()
        nextPane(event.shiftKey)
        return
      }
      const action = isHelpKey(event) ? 'sheet' : actionOfKey(latest.current.bindings, event, isMac())
      if (action === null || isTaken(action, event)) return
      event.preventDefault()
      latest.current.act(action)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** F1 shows the keys, whatever other keys are set. */
const isHelpKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'F1' && !(ctrlKey || metaKey || altKey || shiftKey)

/** Actions that an open dialog or another handler of the key keeps away. */
const GUARDED: ReadonlySet<KeyAction> = new Set([
  ...(['background', 'sheet', 'newChat', 'sidebar', 'branches', 'beside'] as const),
])

/** Whether the focused element or an open dialog uses these keys itself. */
function isTaken(action: KeyAction, { target, defaultPrevented }: KeyboardEvent): boolean {
  if (!GUARDED.has(action)) return false
  if (defaultPrevented || document.querySelector('[role="dialog"]') !== null) return true
  if (action !== 'background') return false
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
