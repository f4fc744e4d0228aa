import { type RefObject, useLayoutEffect } from 'react'

/** Gap between toasts and the element below them, in pixels. */
const GAP = 8

/**
 * Keeps toasts above an element at the window's bottom, so that they do not cover its input and buttons. The
 * root gets its height.
 */
export function useToastsAbove(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const { top, right } = current.getBoundingClientRect()
      style.setProperty('--above-foot', `${Math.round(window.innerHeight - top + GAP)}px`)
      // Elements beside the footer have controls of their own.
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
