import type { Column } from './monitor-state.ts'

/** The meaning of a key in the monitor. */
export type MonitorAction =
  | { readonly does: 'row'; readonly step: number | 'first' | 'last' }
  | { readonly does: 'column'; readonly to: Column }
  | { readonly does: 'open' | 'back' | Command }

export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

type Command = 'resume' | 'pause' | 'stop' | 'fork' | 'compare' | 'launch' | 'filter' | 'help'

const COMMANDS: Readonly<Record<string, Command>> = {
  r: 'resume',
  p: 'pause',
  x: 'stop',
  f: 'fork',
  c: 'compare',
  n: 'launch',
  '/': 'filter',
  '?': 'help',
}

const ROWS: Readonly<Record<string, number | 'first' | 'last'>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: 'first',
  End: 'last',
}

const COLUMNS: readonly Column[] = ['phases', 'agents', 'detail']

/** Returns the effect of a key in a pane; null for other keys. */
export function paneAction(event: PressedKey, column: Column): MonitorAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (sideways !== undefined) {
    const to = COLUMNS[COLUMNS.indexOf(column) + sideways]
    return to === undefined ? null : { does: 'column', to }
  }
  const command = commandOf(event)
  if (command !== null) return command
  if (event.key === 'Escape') return { does: 'back' }
  if (column === 'detail') return null
  const step = ROWS[event.key]
  if (step !== undefined) return { does: 'row', step }
  return event.key === 'Enter' ? { does: column === 'phases' ? 'row' : 'open', step: 0 } : null
}

/** The commands on the run, which work wherever no text is written. */
export function commandOf(event: PressedKey): MonitorAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const does = COMMANDS[event.key.length === 1 && event.key !== '?' ? event.key.toLowerCase() : event.key]
  return does === undefined ? null : { does }
}

/** Returns the tab a key moves to; null ignores the key, so that Tab leaves the strip at its ends. */
export function tabMove(event: PressedKey, at: number, count: number): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const to = tabTarget(event, at, count)
  return to === null || to < 0 || to >= count || to === at ? null : to
}

function tabTarget(event: PressedKey, at: number, count: number): number | null {
  switch (event.key) {
    case 'Tab':
      return at + (event.shiftKey ? -1 : 1)
    case 'ArrowRight':
      return at + 1
    case 'ArrowLeft':
      return at - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
