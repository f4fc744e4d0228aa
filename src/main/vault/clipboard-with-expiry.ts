import type { Scope } from '../lib/scope.ts'

type Clipboard = {
  readonly writeClipboard: (text: string) => Promise<void>
  readonly readClipboard: () => Promise<string>
}

/** Time a copied secret stays on the clipboard, in milliseconds. */
const KEPT_MS = 30_000

/**
 * Copies a text and takes it off the clipboard again, unless something else is on it by then. When the app closes
 * first, it is taken off at once.
 */
export function createClipboardWithExpiry(
  clipboard: Clipboard,
  scope: Scope,
  report: (error: unknown) => void,
) {
  let pending: { text: string; timer: NodeJS.Timeout } | null = null

  const clear = async (): Promise<void> => {
    const copied = pending
    if (copied === null) return
    clearTimeout(copied.timer)
    pending = null
    if ((await clipboard.readClipboard()) === copied.text) await clipboard.writeClipboard('')
  }
  scope.add(clear)

  return async (text: string): Promise<void> => {
    if (pending !== null) clearTimeout(pending.timer)
    await clipboard.writeClipboard(text)
    const timer = setTimeout(() => {
      clear().catch(report)
    }, KEPT_MS)
    timer.unref()
    pending = { text, timer }
  }
}
