import { type RefObject, useLayoutEffect, useRef } from 'react'

/** When what holds the ref goes away with the focus in it, `moveOn` puts the focus where the keyboard is to go on. */
export function useFocusAfter<E extends HTMLElement>(moveOn: (gone: E) => void): RefObject<E | null> {
  const place = useRef<E>(null)
  useLayoutEffect(() => {
    const { current: element } = place
    return () => {
      if (element?.contains(document.activeElement)) moveOn(element)
    }
  }, [moveOn])
  return place
}
