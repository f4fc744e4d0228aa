import type { Column } from './monitor-state.ts'

/** Places inside a pane that use the arrow keys and letters themselves. */
const OWN_KEYS =
  'input, textarea, select, [contenteditable="true"], [role="tree"], [role="menu"], [role="dialog"], [role="alertdialog"], [role="combobox"]'

/** Returns the monitor pane of an element; null for elements that take all keys themselves. */
export function columnOf(target: EventTarget | null): Column | 'elsewhere' | null {
  if (!(target instanceof HTMLElement) || target.closest(OWN_KEYS) !== null) return null
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column']
  return column === 'phases' || column === 'agents' || column === 'detail' ? column : 'elsewhere'
}

/** Puts the focus into a pane of the monitor: on its current row, or on the pane itself. */
export function focusColumn(root: HTMLElement | null, column: Column): void {
  const pane = root?.querySelector<HTMLElement>(`[data-column="${column}"]`)
  const target = pane?.querySelector<HTMLElement>('[data-pane-focus]') ?? pane
  target?.focus()
}
