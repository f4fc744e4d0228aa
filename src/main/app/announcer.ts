import type { AppEvent } from '#shared/events/delivery.ts'

/**
 * Lets rooms speak to every window before there is anything to speak through: what is said before `connect` is not
 * heard, and no window is open by then.
 */
export function createAnnouncer() {
  const listeners = new Set<(event: AppEvent) => void>()
  let announce: (event: AppEvent) => void = () => {}
  return {
    tell: (event: AppEvent): void => {
      announce(event)
      for (const listener of listeners) listener(event)
    },
    /** Rooms hear of each other's changes too, from the moment they ask. */
    hear: (listener: (event: AppEvent) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    connect: (to: (event: AppEvent) => void): void => {
      announce = to
    },
  }
}
