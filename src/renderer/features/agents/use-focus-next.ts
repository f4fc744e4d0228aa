import type { RefObject } from 'react'
import { useFocusAfter } from '../../ui/hooks/use-focus-after.ts'

/**
 * When a line goes away with the focus in it, the focus goes to the same button of the line after it or before it, which
 * says so with `data-line-act`; after the last one, to where the list was chosen.
 */
export const useFocusNext = (): RefObject<HTMLTableRowElement | null> =>
  useFocusAfter<HTMLTableRowElement>(focusNext)

function focusNext(gone: HTMLElement): void {
  const [next] = [gone.nextElementSibling, gone.previousElementSibling].flatMap(
    (line) => line?.querySelector<HTMLElement>('[data-line-act]') ?? [],
  )
  const place = next ?? document.querySelector<HTMLElement>('[data-nav][aria-current]')
  place?.focus()
}
