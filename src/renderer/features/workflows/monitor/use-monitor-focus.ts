import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { focusColumn } from './monitor-focus.ts'
import type { Column } from './monitor-state.ts'

type Held = { readonly element: HTMLElement; readonly column: Column }

/**
 * The focus of the monitor. It comes down from the tabs with every new `entered`; and when what has it is taken away
 * or can no longer be used, the pane it was in keeps it.
 */
export function useMonitorFocus(root: RefObject<HTMLElement | null>, entered: number) {
  const seen = useRef(entered)
  useEffect(() => {
    // Another run that comes into view does not take the focus from the tabs.
    if (seen.current === entered) return
    seen.current = entered
    focusColumn(root.current, 'phases')
  }, [root, entered])
  const held = useRef<Held | null>(null)
  useEffect(() => {
    const isKept = () => {
      if (held.current === null || isUsable(held.current.element)) return true
      const { element, column } = held.current
      const { activeElement } = document
      if (activeElement === document.body || activeElement === element) focusColumn(root.current, column)
      else held.current = null
      return held.current === null || isUsable(held.current.element)
    }
    if (isKept() || root.current === null) return
    // A pane can be empty for a moment, as at the start of an attempt. Its list draws the rows without the monitor.
    const observer = new MutationObserver(() => {
      if (isKept()) observer.disconnect()
    })
    observer.observe(root.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      held.current = { element: target, column: paneOf(target) }
    },
    // It is not told of what the page itself takes away.
    onBlur: () => {
      held.current = null
    },
  }
}

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled')

function paneOf(element: HTMLElement): Column {
  const column = element.closest<HTMLElement>('[data-column]')?.dataset['column']
  return column === 'phases' || column === 'detail' ? column : 'agents'
}
