import { type RefObject, useEffect, useRef } from 'react'
import type { RequestId } from '#shared/ids.ts'

/**
 * Keeps the focus on the cursor. When the focused request is answered and removed, the next one in its
 * position gets the focus.
 */
export function useInboxFocus(root: RefObject<HTMLElement | null>, current: RequestId | null) {
  // A person who arrives without a selection comes to answer.
  const inside = useRef(true)
  const following = useRef(false)
  useEffect(() => {
    const isLost = inside.current && document.activeElement === document.body
    if (!following.current && !isLost) return
    following.current = false
    place(root.current, current)?.focus()
  }, [root, current])
  return {
    /** The cursor is about to be moved by the person. */
    follow: () => {
      following.current = true
    },
    onFocus: () => {
      inside.current = true
    },
    // It is not told of what the page itself takes away.
    onBlur: () => {
      inside.current = false
    },
  }
}

function place(root: HTMLElement | null, current: RequestId | null): HTMLElement | null {
  const card = current === null ? null : root?.querySelector<HTMLElement>(`[data-ask="${current}"]`)
  return card ?? root?.querySelector<HTMLElement>('[data-inbox-end]') ?? null
}
