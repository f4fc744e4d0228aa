import { type RefObject, useEffect, useRef } from 'react'
import type { Find } from './use-find.ts'

/** Handles Ctrl F to open and F3 for the next match. Returns a close function that restores the focus. */
export function useFindKeys(find: Find, pane: RefObject<HTMLElement | null>): () => void {
  const before = useRef<Element | null>(null)
  const { open, setOpen, step } = find
  useEffect(() => {
    const openBox = () => {
      const box = pane.current?.querySelector<HTMLInputElement>('search input') ?? null
      if (box === null) before.current = document.activeElement
      setOpen(true)
      box?.focus()
      box?.select()
    }
    const onKey = (event: KeyboardEvent) => {
      // Of two chats the keys mean one.
      if (pane.current?.closest('[data-chat-pane=""]') !== null) return
      if (event.isComposing || event.altKey || document.querySelector('[role="dialog"]') !== null) return
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f'
      if (isFind) openBox()
      else if (event.key === 'F3' && open) step(event.shiftKey ? -1 : 1)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open, setOpen, step, pane])
  return () => {
    setOpen(false)
    const target = before.current
    const canTake = target instanceof HTMLElement && target.isConnected && target !== document.body
    const log = pane.current?.querySelector<HTMLElement>('[role="log"]')
    if (canTake) target.focus()
    else log?.focus()
    before.current = null
  }
}
