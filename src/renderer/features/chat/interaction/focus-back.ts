import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusComposer } from '../composer/composer-focus.ts'

/** When something that was answered goes away with the focus in it, the focus goes where the person writes. */
export function useFocusBack(): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current: element } = place
    return () => {
      if (element?.contains(document.activeElement)) focusComposer()
    }
  }, [])
  return place
}
