/** What the person asks for with a key or a button. */
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
  /** The app itself is at work on the chat: there is nobody to steer. */
  readonly isTended: boolean
}

/** What a key in the message box means; null lets the box have it. An input method's Enter is its own. */
export function actOfKey(event: Key, where: Where): ComposerAct | null {
  if (event.isComposing || event.keyCode === 229) return null
  if (event.key === 'Escape') return where.running ? 'stop' : null
  if (event.key !== 'Enter' || event.shiftKey) return null
  if (event.altKey && where.running) return 'queue'
  return mainAct(where)
}

/** What the ink button does. */
export function mainAct({ running, isTended }: Where): Exclude<ComposerAct, 'stop'> {
  if (!running) return 'send'
  return isTended ? 'queue' : 'steer'
}
