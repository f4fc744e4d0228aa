import { type MouseEvent, useLayoutEffect, useRef } from 'react'

/** A key that was on its way when the card appeared must not allow anything. */
const UNREAD_MS = 300

/**
 * Says of a press whether it was on its way before the card could have been read: a key in its first moment, or the
 * second click of two, which was meant for what stood there before.
 */
export function useUnread(): (event: MouseEvent) => boolean {
  const shownAt = useRef(0)
  // Also when it comes in sight again with the pane in which it was kept.
  useLayoutEffect(() => {
    shownAt.current = performance.now()
  }, [])
  return (event) =>
    isSecondClick(event) || (event.detail === 0 && performance.now() - shownAt.current < UNREAD_MS)
}

/** True for the second click of two: the first may have brought another request to its place. */
export const isSecondClick = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail > 1
