import type { AppEvent } from '#shared/events/delivery.ts'

/**
 * Lets rooms speak to every window before there is anything to speak through: what is said before `connect` is not
 * heard, and no window is open by then.
 */
export function createAnnouncer() {
  let announce: (event: AppEvent) => void = () => {}
  return {
    tell: (event: AppEvent): void => announce(event),
    connect: (to: (event: AppEvent) => void): void => {
      announce = to
    },
  }
}
