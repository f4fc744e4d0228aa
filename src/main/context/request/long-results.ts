import type { Message } from '#shared/session/message.ts'
import { capContent } from '../budget/cap.ts'
import type { TokenCounter } from '../budget/count-tokens.ts'

/** Maximum share of one result in the room beside the fixed parts of a request. */
const MOST_SHARE = 0.4
/** Fewer tokens than this say nothing. */
const LEAST_TOKENS = 200

/** The most tokens one result may take when `free` are left to all that is said. */
export function mostOfResult(free: number): number {
  return Math.max(LEAST_TOKENS, Math.floor(free * MOST_SHARE))
}

/**
 * Creates the truncation of results that would fill the window. It depends only on the window and the fixed
 * parts, so a result is identical in every request of a run.
 */
export function createResultCap(most: number, count: TokenCounter): (message: Message) => Message {
  return (message) => {
    if (message.role !== 'tool' || count.message(message) <= most) return message
    const parts = message.parts.map((part) => {
      if (part.t !== 'text' || count.part(part) <= most) return part
      const text = capContent(part.text, most - count.text(ADVICE), 'middle', count.text) ?? ''
      return { ...part, text: `${text}\n${ADVICE}` }
    })
    return { ...message, parts }
  }
}

const ADVICE = '[Too long for your window. Ask for a part of it.]'
