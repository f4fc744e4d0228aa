import { useEffect } from 'react'
import { isMac } from '../../ui/base/command-key.ts'

/** Calls `onKey` for the key that shows or hides the sidebar: Ctrl B, on macOS ⌘ B. */
export function useSidebarKey(onKey: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isSidebarKey(event, isMac()) || event.defaultPrevented || event.isComposing) return
      if (document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      onKey()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onKey])
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether these keys show or hide the sidebar. */
function isSidebarKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys, mac: boolean): boolean {
  return (mac ? metaKey : ctrlKey) && !altKey && !shiftKey && key.toLowerCase() === 'b'
}
