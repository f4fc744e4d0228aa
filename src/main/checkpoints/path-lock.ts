/** One at a time for each key, in the order of asking. The answer gives the key free again. */
export type PathLock = (key: string, signal: AbortSignal) => Promise<() => void>

/** Keeps an agent that writes a file and a person who takes it back out of each other's way. */
export function createPathLock(): PathLock {
  const tails = new Map<string, Promise<void>>()
  return async (key, signal) => {
    const before = tails.get(key) ?? Promise.resolve()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const tail = before.then(() => held)
    tails.set(key, tail)
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key)
    })
    try {
      await unlessAborted(before, signal)
    } catch (error) {
      release()
      throw error
    }
    return release
  }
}

function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    void work.then(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
}
