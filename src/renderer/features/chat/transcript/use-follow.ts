import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { createFollow, type Follow } from './follow.ts'

/** Further away than this, the way back to the newest words is offered. */
const FAR = 64
const KEYS_UP = new Set(['ArrowUp', 'PageUp', 'Home', 'Tab'])

/**
 * Keeps the newest text visible until the reader scrolls away; a restored reading position counts as away.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>, place: unknown) {
  const [follow] = useState(() => {
    const made = createFollow(() => performance.now())
    if (place !== null) made.leaves()
    return made
  })
  const [away, setAway] = useState(false)
  const look = useCallback(() => {
    const { current: element } = scroller
    if (element !== null) setAway(!follow.isFollowing() && placeOf(element).below > FAR)
  }, [scroller, follow])
  const keep = useKeeper(scroller, follow)
  // Each time something was drawn the end may be somewhere else.
  useLayoutEffect(() => {
    keep()
    look()
  })
  useEffect(() => {
    if (scroller.current === null) return
    const stopRoom = watchRoom(scroller.current, keep)
    const stopReader = watchReader(scroller.current, follow, () => {
      look()
      keep()
    })
    return () => {
      stopRoom()
      stopReader()
    }
  }, [scroller, follow, keep, look])
  const resume = useCallback(() => {
    follow.resumes()
    setAway(false)
    keep()
  }, [follow, keep])
  const leave = useCallback(() => follow.leaves(), [follow])
  return { away, resume, leave, isFollowing: follow.isFollowing }
}

/** Moves the view to the end when it may be moved; when it may be later, then. */
function useKeeper(scroller: RefObject<HTMLElement | null>, follow: Follow): () => void {
  const [later] = useState<{ timer: ReturnType<typeof setTimeout> | null }>(() => ({ timer: null }))
  const keep = useCallback(() => {
    const { current: element } = scroller
    const wait = follow.waits()
    if (element === null || wait === null) return
    if (wait === 0) {
      if (placeOf(element).below > 0.5) element.scrollTop = element.scrollHeight
    } else {
      later.timer ??= setTimeout(() => {
        later.timer = null
        keep()
      }, wait)
    }
  }, [scroller, follow, later])
  useEffect(
    () => () => {
      if (later.timer !== null) clearTimeout(later.timer)
      later.timer = null
    },
    [later],
  )
  return keep
}

/** Reports changes of the available height. */
function watchRoom(element: HTMLElement, changed: () => void): () => void {
  const observer = new ResizeObserver(changed)
  observer.observe(element)
  return () => observer.disconnect()
}

/** Reports the reader's scrolling. */
function watchReader(element: HTMLElement, follow: Follow, looked: () => void): () => void {
  const undo = new AbortController()
  const { signal } = undo
  const passive = { signal, passive: true }
  const letGo = () => {
    if (!follow.isHeld()) return
    follow.lets()
    looked()
  }
  const hold = (event: PointerEvent) => {
    if (event.button === 0) follow.holds()
  }
  element.addEventListener('wheel', (event) => event.deltaY < 0 && follow.asks(), passive)
  element.addEventListener('keydown', (event) => asksUp(event) && follow.asks(), { signal })
  element.addEventListener('pointerdown', hold, { signal })
  element.addEventListener('touchstart', () => follow.holds(), passive)
  // The button may be released anywhere; over a scroll bar no event arrives until the pointer moves.
  window.addEventListener('pointerup', letGo, { signal })
  window.addEventListener('pointercancel', letGo, { signal })
  window.addEventListener('touchend', letGo, passive)
  window.addEventListener('blur', letGo, { signal })
  window.addEventListener('pointermove', (event) => event.buttons === 0 && letGo(), passive)
  const scrolled = () => {
    follow.moved(placeOf(element))
    looked()
  }
  element.addEventListener('scroll', scrolled, passive)
  return () => undo.abort()
}

function asksUp({ key, shiftKey }: KeyboardEvent): boolean {
  return KEYS_UP.has(key) || (key === ' ' && shiftKey)
}

function placeOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement) {
  return { top: scrollTop, below: scrollHeight - clientHeight - scrollTop }
}
