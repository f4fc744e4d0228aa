import { useLayoutEffect } from 'react'

/**
 * Keeps toasts above the page footer while it exists. Uses a root attribute instead of a `:has()` selector,
 * which would restyle the whole page with every added or removed row.
 */
export function usePageFoot(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['foot'] = ''
    return () => {
      delete dataset['foot']
    }
  }, [])
}
