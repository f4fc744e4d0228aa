import { type RefObject, useLayoutEffect } from 'react'

/** What toasts keep between themselves and what they stand above, in pixels. */
const GAP = 8

/**
 * Has toasts stand above an element at the foot of the window while it is there: one in which people write, and whose
 * buttons they need. The root is told how far up that is.
 */
export function useToastsAbove(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const { top, right } = current.getBoundingClientRect()
      style.setProperty('--above-foot', `${Math.round(window.innerHeight - top + GAP)}px`)
      // What stands beside the foot has controls of its own.
      style.setProperty('--beside-foot', `${Math.round(window.innerWidth - right)}px`)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--above-foot')
      style.removeProperty('--beside-foot')
    }
  }, [element])
}
