import { type KeyboardEvent, useCallback } from 'react'

type Steps = Readonly<Record<string, 'next' | 'previous' | 'first' | 'last'>>

const ENDS = { Home: 'first', End: 'last' } as const
const STEPS: Readonly<Record<'down' | 'across', Steps>> = {
  down: { ArrowDown: 'next', ArrowUp: 'previous', ...ENDS },
  across: { ArrowRight: 'next', ArrowLeft: 'previous', ...ENDS },
}

/**
 * Handles arrow keys between the elements that match `selector`; Tab leaves the list. Give the elements
 * `tabIndex={-1}` and the current one `0`. `across` is for a horizontal list.
 */
export function useRoving(selector: string, way: keyof typeof STEPS = 'down') {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const step = STEPS[way][event.key]
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
      const at = placeOf(document.activeElement, all)
      if (at < 0 || event.defaultPrevented) return
      event.preventDefault()
      const to = { next: at + 1, previous: at - 1, first: 0, last: all.length - 1 }[step]
      all[Math.max(0, Math.min(all.length - 1, to))]?.focus()
    },
    [selector, way],
  )
}

/** Returns the focused position: an item itself, or a button in its row. */
function placeOf(focused: Element | null, all: readonly HTMLElement[]): number {
  const at = all.indexOf(focused as HTMLElement)
  if (at >= 0 || !(focused instanceof HTMLButtonElement)) return at
  const line = focused.closest('li')
  return all.findIndex((each) => each.closest('li') === line && line !== null)
}
