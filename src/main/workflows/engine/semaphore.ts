/** Slots for agents, granted in order of arrival. An aborted wait leaves the queue at once. */
export type Semaphore = {
  /** Resolves with the function that gives the slot back. Giving it back twice is giving it back once. */
  readonly take: (signal: AbortSignal) => Promise<() => void>
  /** A slot could be had at once. */
  readonly hasFree: () => boolean
  /** Grants no further slots. `stuck` is called when all are released and an agent requests one. */
  readonly close: (stuck: () => void) => void
}

export function createSemaphore(slots: number): Semaphore {
  let free = slots
  let closed: (() => void) | null = null
  const line = new Set<() => void>()

  const tellStuck = () => {
    if (free === slots && line.size > 0) closed?.()
  }

  const slot = () => {
    let held = true
    return () => {
      if (!held) return
      held = false
      const [first] = line
      if (closed === null && first !== undefined) return first()
      free += 1
      tellStuck()
    }
  }

  const take = (signal: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      if (free > 0 && closed === null) {
        free -= 1
        return resolve(slot())
      }
      const leave = () => {
        line.delete(enter)
        reject(signal.reason)
      }
      const enter = () => {
        line.delete(enter)
        signal.removeEventListener('abort', leave)
        resolve(slot())
      }
      line.add(enter)
      signal.addEventListener('abort', leave, { once: true })
      tellStuck()
    })

  const close = (stuck: () => void) => {
    closed ??= stuck
    tellStuck()
  }
  return { take, hasFree: () => free > 0 && closed === null, close }
}
