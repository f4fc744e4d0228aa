import type { RefObject } from 'react'
import { useFocusAfter } from '../../../ui/use-focus-after.ts'

/**
 * When a line of those at work goes away with the focus in it, the focus goes to the line after it, or else the one
 * before. It goes to the line itself, never to its button: whoever presses Enter twice is not to stop a second one.
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
