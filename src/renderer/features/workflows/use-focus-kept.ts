import { type RefObject, useEffect } from 'react'

/** Where a person goes on: in the list to choose from, otherwise at the run in view. */
const PLACES = ['[role="option"][aria-selected="true"][data-saved]', '[role="tab"][aria-selected="true"]']

/** When what had the focus went with the page it was on, the new page takes it. `page` tells one from the next. */
export function useFocusKept(root: RefObject<HTMLElement | null>, page: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason to look
  useEffect(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const found = PLACES.map((place) => root.current?.querySelector<HTMLElement>(place) ?? null)
    found.find((place) => place !== null)?.focus()
  }, [root, page])
}
