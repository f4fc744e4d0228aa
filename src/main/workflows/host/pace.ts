/** Calls `act` soon after it was asked for, however often that was. Close it before what it acts on is gone. */
export type Pace = { readonly ask: () => void; readonly close: () => void }

type Schedule = (ms: number, act: () => void) => () => void

export function createPace(schedule: Schedule, ms: number, act: () => void): Pace {
  let cancel: (() => void) | null = null
  return {
    ask: () => {
      cancel ??= schedule(ms, () => {
        cancel = null
        act()
      })
    },
    close: () => {
      cancel?.()
      cancel = null
    },
  }
}
