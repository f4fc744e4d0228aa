/** The effect of a key in the agent selector. */
export type SelectorAct =
  | { readonly do: 'move'; readonly to: number }
  | { readonly do: 'open' | 'end' | 'leave' }

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** `at` is 0 for the chat itself. Null lets the key be. */
export function actOfSelectorKey(pressed: Pressed, at: number, count: number): SelectorAct | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = pressed
  // These belong to the window: Shift with ↓ shows everything in the background from here, too.
  if (altKey || ctrlKey || metaKey || shiftKey) return null
  switch (key) {
    case 'ArrowDown':
      return { do: 'move', to: Math.min(at + 1, count - 1) }
    case 'ArrowUp':
      return at === 0 ? { do: 'leave' } : { do: 'move', to: at - 1 }
    case 'Home':
      return { do: 'move', to: 0 }
    case 'End':
      return { do: 'move', to: count - 1 }
    case 'Enter':
    case ' ':
      return { do: 'open' }
    case 'x':
    case 'X':
      return at === 0 ? null : { do: 'end' }
    case 'Escape':
      return { do: 'leave' }
    default:
      return null
  }
}

/** Moves the focus into the selector. False when there is none. */
export function focusSelector(): boolean {
  const pane = document.activeElement?.closest('[data-chat-pane]') ?? document
  const selector = pane.querySelector<HTMLElement>('[data-agent-selector]')
  selector?.focus()
  return selector !== null
}
