import { useEffect, useRef } from 'react'
import { useChat } from './chat-context.ts'

/** Calls `onKey` when the person asks to show or hide the sidebar. */
export function useSidebarKey(onKey: () => void): void {
  const { app } = useChat()
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => app.onAction((action) => action === 'sidebar' && latest.current()), [app])
}
