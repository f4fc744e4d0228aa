import { type RefObject, useLayoutEffect } from 'react'

/** Gap between toasts and the element below them, in pixels. */
const GAP = 8

/** Where toasts lie, as properties of the root. */
const PLACES = ['--above-foot', '--beside-foot'] as const

/**
 * Keeps toasts above an element at the window's bottom, so that they do not cover its input and buttons. The
 * root gets its height. A dialog takes them over from the page below it and gives them back.
 */
export function useToastsAbove(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const { style } = document.documentElement
    const read = () => PLACES.map((place) => style.getPropertyValue(place))
    const write = (values: readonly string[]) => {
      for (const [at, place] of PLACES.entries()) style.setProperty(place, values[at] ?? '')
    }
    const before = read()
    let own: readonly string[] = []
    const observer = new ResizeObserver(() => {
      const { top, right } = current.getBoundingClientRect()
      // Elements beside the footer have controls of their own.
      own = [window.innerHeight - top + GAP, window.innerWidth - right].map((px) => `${Math.round(px)}px`)
      write(own)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      // What came meanwhile, as a page behind a dialog that closes, has the say.
      if (read().join() === own.join()) write(before)
    }
  }, [element])
}
