import { useCallback, useLayoutEffect, useRef } from 'react'

/** Milliseconds after a request appears in which a press is taken for one that was meant for something else. */
export const UNREAD_MS = 500

/** The parts of a click or key press that the guard depends on. */
type Press = Pick<UIEvent, 'detail' | 'timeStamp'>

/**
 * Returns a check for presses that cannot be meant for this request: a key or a click within 500 ms after the request
 * was drawn, or the second click of two. A different `request` starts the time again. The class `answers-guard` keeps
 * the pointer off the buttons for as long.
 */
export function useUnread(request = ''): (press: Press) => boolean {
  const drawnAt = useRef(Number.POSITIVE_INFINITY)
  // Runs again when a pane that was hidden shows the request again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different request is the reason to start again
  useLayoutEffect(() => {
    drawnAt.current = Number.POSITIVE_INFINITY
    // The time of the frame, as for the animation of the class: this may run long after it, and a click in between
    // would be lost.
    const frame = requestAnimationFrame((time) => {
      drawnAt.current = time
    })
    return () => cancelAnimationFrame(frame)
  }, [request])
  return useCallback((press) => isSecondClick(press) || press.timeStamp - drawnAt.current < UNREAD_MS, [])
}

/** Whether this is the second click of two: the first may have brought another request to its place. */
export const isSecondClick = ({ detail }: Pick<Press, 'detail'>): boolean => detail > 1
