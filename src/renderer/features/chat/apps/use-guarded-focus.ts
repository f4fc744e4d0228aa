import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus back when a frame takes it: a click into the frame and the Tab key move the focus there, and nothing
 * else does. The browser stops most of it before, see `BLINK_FEATURES` of the windows.
 */
export function useGuardedFocus(frame: RefObject<HTMLIFrameElement | null>) {
  const isOver = useRef(false)
  useEffect(() => {
    let last: Element | null = document.activeElement
    let isTab = false
    const focused = ({ target }: FocusEvent) => {
      if (target instanceof Element && target !== frame.current) last = target
    }
    const pressed = ({ key }: KeyboardEvent) => {
      isTab = key === 'Tab'
    }
    let due: ReturnType<typeof setTimeout> | undefined
    const giveBack = () => {
      if (document.activeElement !== frame.current || isOver.current || isTab) return
      frame.current?.blur()
      if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true })
    }
    // The browser has not moved the focus yet when the window hears of it.
    const left = () => {
      clearTimeout(due)
      due = setTimeout(giveBack)
    }
    document.addEventListener('focusin', focused)
    document.addEventListener('keydown', pressed, true)
    window.addEventListener('blur', left)
    return () => {
      clearTimeout(due)
      document.removeEventListener('focusin', focused)
      document.removeEventListener('keydown', pressed, true)
      window.removeEventListener('blur', left)
    }
  }, [frame])
  return {
    onPointerEnter: () => {
      isOver.current = true
    },
    onPointerLeave: () => {
      isOver.current = false
    },
  }
}
