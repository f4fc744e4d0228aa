import { useSyncExternalStore } from 'react'

/** Whether the window is drawn dark now, for content that colours of the tokens cannot reach. */
export function useDark(): boolean {
  return useSyncExternalStore(watch, isDark)
}

const isDark = (): boolean => document.documentElement.dataset['theme'] !== 'light'

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
