import type { DurableEvent } from '#shared/events/event.ts'
import type { TokenCounter } from './count-tokens.ts'

/** How many of the newest turns say how fast a conversation grows. */
const TURNS = 3

/** The tokens the next turn is likely to add: the mean of the newest whole turns; 0 while there are too few. */
export function expectedGrowth(path: readonly DurableEvent[], count: TokenCounter): number {
  let turns = 0
  let tokens = 0
  for (let index = path.length - 1; index >= 0 && turns < TURNS; index -= 1) {
    const event = path[index]
    if (event?.kind === 'compact') break
    if (event?.kind !== 'message' || event.payload.message.role === 'user') continue
    tokens += count.message(event.payload.message)
    if (event.payload.message.role === 'assistant') turns += 1
  }
  return turns < 2 ? 0 : Math.ceil(tokens / turns)
}
