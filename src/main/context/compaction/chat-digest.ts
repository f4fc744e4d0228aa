import type { DurableEvent } from '#shared/events/event.ts'
import type { Plan } from '#shared/plan/plan.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import { stillRead } from '../branch/still-read.ts'
import { capContent } from '../budget/cap.ts'
import type { CountText } from '../budget/count-tokens.ts'
import { digestOf } from './compaction-summary.ts'

/** Maximum tokens of launch context, and the share of the last answer. */
const GIST_TOKENS = 3_000
const ANSWER_SHARE = 0.4

/**
 * Returns the gist of a chat for an agent without its history: user messages, changes, open work and the last
 * answer, without snipped parts. Uses no model, so the same log gives the same gist. Empty when nothing was
 * said.
 */
export function chatDigest(
  path: readonly DurableEvent[],
  plans: readonly Plan[],
  countText: CountText,
): string {
  const [first, ...rest] = stillRead(path)
  const earlier = first?.kind === 'compact' ? first.payload.summary : null
  const older = first === undefined || earlier !== null ? rest : [first, ...rest]
  const answer = capContent(lastAnswer(older), Math.floor(GIST_TOKENS * ANSWER_SHARE), 'middle', countText)
  const room = GIST_TOKENS - countText(answer ?? '')
  const digest = digestOf({ older, earlier, summaryTokens: room }, plans, countText)
  return [digest, answer === null || answer === '' ? '' : `The last answer:\n${answer}`]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The last thing the model said to the person, rather than between two calls of tools. */
function lastAnswer(path: readonly DurableEvent[]): string {
  const last = path.findLast(
    (event) =>
      event.kind === 'message' &&
      event.payload.message.role === 'assistant' &&
      toolCallsOf(event.payload.message).length === 0,
  )
  return last?.kind === 'message' ? textOf(last.payload.message).trim() : ''
}
