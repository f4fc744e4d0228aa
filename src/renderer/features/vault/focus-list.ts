import type { RefObject } from 'react'
import { useFocusAfter } from '../../ui/hooks/use-focus-after.ts'

/** Returns the ref of a form. When the form is removed while focused, the adjacent list gets the focus. */
export const useFocusList = <E extends HTMLElement>(): RefObject<E | null> => useFocusAfter<E>(focusList)

/** To the row the arrow keys begin at, or where there is none yet, to what adds one. */
function focusList(): void {
  const row = document.querySelector<HTMLElement>('[data-secret][tabindex="0"]')
  const other = document.querySelector<HTMLElement>('[data-add-secret]')
  const place = row ?? other
  place?.focus()
}
