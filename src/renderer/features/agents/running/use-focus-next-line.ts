import type { RefObject } from 'react'
import { useFocusAfter } from '../../../ui/hooks/use-focus-after.ts'

/**
 * Returns the ref of a running row. When the row is removed while focused, the next or previous row gets the
 * focus. The row itself is focused, never its button, so that a second Enter does not stop another agent.
 */
export const useFocusNextLine = (): RefObject<HTMLLIElement | null> =>
  useFocusAfter<HTMLLIElement>(focusNextLine)

function focusNextLine(gone: HTMLElement): void {
  const all = gone.closest('[role="dialog"], nav')
  const lines = [...(all?.querySelectorAll<HTMLElement>('[data-nav]') ?? [])]
  const at = lines.findIndex((line) => gone.contains(line))
  const place = lines[at + 1] ?? lines[at - 1] ?? gone.closest<HTMLElement>('[role="dialog"]')
  place?.focus()
}
