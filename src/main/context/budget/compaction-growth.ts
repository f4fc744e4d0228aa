import type { DurableEvent } from '#shared/events/event.ts'
import type { TokenCounter } from './count-tokens.ts'

/** Newest turns used to estimate the growth of a conversation. */
const TURNS = 3

/**
 * The tokens the next turn is likely to add: the mean of the newest whole turns; 0 while there are too few. Of a result
 * at most `mostOfResult` reaches the model.
 */
export function expectedGrowth(
  path: readonly DurableEvent[],
  count: TokenCounter,
  mostOfResult: number,
): number {
  let turns = 0
  let tokens = 0
  for (let index = path.length - 1; index >= 0 && turns < TURNS; index -= 1) {
    const event = path[index]
    if (event?.kind === 'compact') break
    if (event?.kind !== 'message' || event.payload.message.role === 'user') continue
    const { message } = event.payload
    const whole = count.message(message)
    tokens += message.role === 'tool' ? Math.min(whole, mostOfResult) : whole
    if (message.role === 'assistant') turns += 1
  }
  return turns < 2 ? 0 : Math.ceil(tokens / turns)
}
