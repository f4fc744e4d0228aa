/** The action of a key or button. */
export type ComposerAct = 'send' | 'steer' | 'queue' | 'stop'

type Key = {
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

type Where = {
  readonly running: boolean
  /** The app itself is working on the chat, so no run can be steered. */
  readonly isTended: boolean
}

/**
 * Returns the action of a key in the composer; null leaves it to the text box. Enter during IME composition
 * is ignored.
 */
export function actOfKey(event: Key, where: Where): ComposerAct | null {
  if (event.isComposing || event.keyCode === 229) return null
  if (event.key === 'Escape') return where.running ? 'stop' : null
  if (event.key !== 'Enter' || event.shiftKey) return null
  if (event.altKey && where.running) return 'queue'
  return mainAct(where)
}

/** Returns the action of the main button. */
export function mainAct({ running, isTended }: Where): Exclude<ComposerAct, 'stop'> {
  if (!running) return 'send'
  return isTended ? 'queue' : 'steer'
}
