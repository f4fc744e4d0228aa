import type { Clock } from '../lib/clock.ts'

type Patience = { readonly signal: AbortSignal; readonly graceMs: number; readonly clock: Clock }

/**
 * Waits for work that should stop at its signal and may not. After the signal it has the grace to unwind; then it
 * is left behind, and the signal's reason is the outcome.
 */
export function unwinding<T>(work: Promise<T>, { signal, graceMs, clock }: Patience): Promise<T> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController()
    const giveUp = () => {
      const tooLate = () => reject(signal.reason)
      // It only rejects when the work has settled meanwhile.
      void clock.after(graceMs, settled.signal).then(tooLate, () => undefined)
    }
    // Settles whatever the work does, so it cannot reject.
    void work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', giveUp)
      settled.abort()
    })
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
}
