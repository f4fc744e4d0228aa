/** Waits until the registered function is called. Rejects once the signal aborts. */
export function awaitWakeUp(register: (go: () => void) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    register(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
}
