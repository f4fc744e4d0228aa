import { type RefObject, useLayoutEffect, useRef } from 'react'

/** When a form goes away with the focus in it, the focus goes to the list beside it, so that the keyboard goes on there. */
export function useFocusList<E extends HTMLElement>(): RefObject<E | null> {
  const form = useRef<E>(null)
  useLayoutEffect(() => {
    const { current: element } = form
    return () => {
      if (element?.contains(document.activeElement)) focusList()
    }
  }, [])
  return form
}

/** To the row the arrow keys begin at, or where there is none yet, to what adds one. */
function focusList(): void {
  const row = document.querySelector<HTMLElement>('[data-secret][tabindex="0"]')
  const other = document.querySelector<HTMLElement>('[data-add-secret]')
  const place = row ?? other
  place?.focus()
}
