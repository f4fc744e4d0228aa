import type { Clock } from '../../lib/clock.ts'

type Patience = { readonly signal: AbortSignal; readonly graceMs: number; readonly clock: Clock }

/**
 * Waits for work that should stop at its signal and may not. After the signal it has the grace to unwind; then it
 * is left behind, and the signal's reason is the outcome.
 */
export function unwinding<T>(work: Promise<T>, { signal, graceMs, clock }: Patience): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = () => {}
    const giveUp = () => {
      cancel = clock.schedule(graceMs, () => reject(signal.reason))
    }
    const settled = () => {
      signal.removeEventListener('abort', giveUp)
      cancel()
    }
    work.then(
      (value) => {
        settled()
        resolve(value)
      },
      (error: unknown) => {
        settled()
        reject(error)
      },
    )
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
}
