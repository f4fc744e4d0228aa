/** Lets one message be on its way at a time, and remembers what is asked for meanwhile. */
export type OneAtATime<Act> = {
  /** Returns whether the act may begin. Otherwise it is remembered if the text is another than the one on its way. */
  readonly begin: (act: Act, text: string) => boolean
  /**
   * Returns the act that was asked for meanwhile. One that waits for a message that failed is forgotten, and one whose text
   * is no longer what is written: the person went on writing, or to another chat.
   */
  readonly end: (accepted: boolean, written: string) => Act | null
}

/**
 * Creates the order of one message box. Without it, Enter while a command is still on its way would do nothing. A second
 * Enter for the same text stays without effect: it would send it twice.
 */
export function createOneAtATime<Act>(): OneAtATime<Act> {
  let onItsWay: string | null = null
  let waiting: { readonly act: Act; readonly text: string } | null = null
  return {
    begin: (act, text) => {
      if (onItsWay === null) {
        onItsWay = text
        return true
      }
      if (text !== onItsWay) waiting = { act, text }
      return false
    },
    end: (accepted, written) => {
      const next = accepted && waiting?.text === written ? waiting.act : null
      onItsWay = null
      waiting = null
      return next
    },
  }
}
