import { type KeyboardEvent, useCallback } from 'react'

const STEPS: Readonly<Record<string, 'next' | 'previous' | 'first' | 'last'>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/**
 * Arrow keys move between the elements that match `selector` inside the container; Tab leaves it. Give the
 * elements `tabIndex={-1}` and the current one `0`.
 */
export function useRoving(selector: string) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const step = STEPS[event.key]
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
      const at = all.indexOf(document.activeElement as HTMLElement)
      if (at < 0) return
      event.preventDefault()
      const to = { next: at + 1, previous: at - 1, first: 0, last: all.length - 1 }[step]
      all[Math.max(0, Math.min(all.length - 1, to))]?.focus()
    },
    [selector],
  )
}
