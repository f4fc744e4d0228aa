import { useEffect, useRef } from 'react'
import { useChat } from '../chat-context.ts'

/** Focus moves to the first button only when it takes nothing away: nothing is typed, nothing else is used. */
export function useFocusWhenFree() {
  const { drafts, session } = useChat()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { sessionId } = session.store.getState()
    const draft = sessionId === null ? null : drafts.of(sessionId)
    const empty = draft === null || (draft.text === '' && draft.images.length === 0)
    const active = document.activeElement
    const free = active === null || active === document.body || active.matches('[data-composer]')
    if (empty && free) button.current?.focus()
  }, [drafts, session])
  return button
}
