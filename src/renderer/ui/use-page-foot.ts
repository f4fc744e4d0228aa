import { useLayoutEffect } from 'react'

/**
 * Has toasts stand above the foot of a page while it is there. The root says so in an attribute: a selector that looked
 * for the foot would have the styles of the whole page computed anew with every row that comes or goes.
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
