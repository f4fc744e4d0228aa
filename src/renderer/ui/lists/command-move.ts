/** A key as it was pressed over a list. */
export type CommandKey = {
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** The effect of a key while the list is open; null leaves the key to the text box. */
export type CommandMove = { readonly to: number } | 'accept' | 'close' | null

/** An input method's keys are its own. Enter on a name that is typed out already sends it. */
export function commandMove(
  event: CommandKey,
  list: { readonly at: number; readonly count: number; readonly complete: boolean },
): CommandMove {
  if (event.isComposing || event.keyCode === 229) return null
  if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return null
  switch (event.key) {
    case 'ArrowDown':
      return { to: (list.at + 1) % list.count }
    case 'ArrowUp':
      return { to: (list.at + list.count - 1) % list.count }
    case 'Tab':
      return 'accept'
    case 'Enter':
      return list.complete ? null : 'accept'
    case 'Escape':
      return 'close'
    default:
      return null
  }
}
