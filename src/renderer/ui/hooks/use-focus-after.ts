import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Calls `moveOn` when the element with the ref is removed while focused, to place the focus. */
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
