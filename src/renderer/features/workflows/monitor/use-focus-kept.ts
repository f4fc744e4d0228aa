import { type RefObject, useEffect } from 'react'

/** Focus targets in order: the list of workflows, otherwise the current run. */
const PLACES = ['[role="option"][aria-selected="true"][data-saved]', '[role="tab"][aria-selected="true"]']

/**
 * When what had the focus went with the page it was on, the new page takes it. `page` tells one from the next; null
 * while what it is about is still on its way.
 */
export function useFocusKept(root: RefObject<HTMLElement | null>, page: string | null): void {
  useEffect(() => {
    if (page === null) return
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const found = PLACES.map((place) => root.current?.querySelector<HTMLElement>(place) ?? null)
    found.find((place) => place !== null)?.focus()
  }, [root, page])
}
