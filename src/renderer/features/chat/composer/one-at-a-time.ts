/** Lets one message be on its way at a time, and remembers what is asked for meanwhile. */
export type OneAtATime<Act> = {
  /** Returns whether the act may begin. Otherwise it is remembered if the text is another than the one on its way. */
  readonly begin: (act: Act, text: string) => boolean
  /** Returns the act that was asked for meanwhile. One that waits for a message that failed is forgotten. */
  readonly end: (accepted: boolean) => Act | null
}

/**
 * Creates the order of one message box. Without it, Enter while a command is still on its way would do nothing. A second
 * Enter for the same text stays without effect: it would send it twice.
 */
export function createOneAtATime<Act>(): OneAtATime<Act> {
  let onItsWay: string | null = null
  let waiting: Act | null = null
  return {
    begin: (act, text) => {
      if (onItsWay === null) {
        onItsWay = text
        return true
      }
      if (text !== onItsWay) waiting = act
      return false
    },
    end: (accepted) => {
      const next = accepted ? waiting : null
      onItsWay = null
      waiting = null
      return next
    },
  }
}
