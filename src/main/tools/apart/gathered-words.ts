import type { Clock } from '../../lib/clock.ts'

/** Longer than a person waits for, shorter than a flood of words takes to fill a channel. */
const GATHER_MS = 40
/** Length of the retained output tail; no more of a running command is shown. */
const GATHERED_CHARS = 64_000

/** Batches text that arrives in many chunks, so that endless output does not overload listeners. */
export function gatheredWords(schedule: Clock['schedule'], say: (text: string) => void) {
  let text = ''
  let cancel = () => {}
  const flush = (): void => {
    cancel()
    cancel = () => {}
    if (text !== '') say(text)
    text = ''
  }
  return {
    flush,
    add: (piece: string): void => {
      if (text === '') cancel = schedule(GATHER_MS, flush)
      text = (text + piece).slice(-GATHERED_CHARS)
    },
  }
}
