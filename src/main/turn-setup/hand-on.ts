/** Remembers whether a tool has ended a run, and the reason why its work could not be done; null where it was done. */
export function createHandOn() {
  let isHandedOn = false
  let couldNot: string | null = null
  return {
    ended: (reason: string | null): void => {
      isHandedOn = true
      couldNot = reason
    },
    isHandedOn: (): boolean => isHandedOn,
    couldNot: (): string | null => couldNot,
  }
}
