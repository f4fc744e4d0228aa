import type { DurableEvent } from '#shared/events/event.ts'
import type { Plan } from '#shared/plan/plan.ts'
import { stillRead } from '../branch/still-read.ts'
import type { CountText } from '../budget/count-tokens.ts'
import { chatDigest } from './chat-digest.ts'
import { spokenRecord } from './compaction-prompt.ts'

/** Maximum tokens of quoted history for an agent of another family. */
const MOST_TOKENS = 3_000

/**
 * Returns the history for an agent of another family that takes over a chat, written as a third-party record.
 * A short chat is quoted whole, a longer one as its gist. Uses no model. Empty when nothing was said.
 */
export function bridgeWords(
  path: readonly DurableEvent[],
  plans: readonly Plan[],
  countText: CountText,
): string {
  return shortRecord(path, countText) ?? chatDigest(path, plans, countText)
}

/** All that was said in a chat, with what its calls brought in short; null when it is too long to be told. */
export function shortRecord(path: readonly DurableEvent[], countText: CountText): string | null {
  const said = stillRead(path)
  return said[0]?.kind === 'compact' ? null : spokenRecord(said, MOST_TOKENS, countText)
}
