import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Said } from './use-lines.ts'

/** What is said of the line that somebody would pause at again, before anything is done; null where none is in the way. */
export type HeldAt = (sessionId: SessionId) => Said | null

/** Throws for the first of them that would pause again at once: the person is told, and nothing begins in vain. */
export function refuseHeld(ids: readonly SessionId[], heldAt: HeldAt): void {
  for (const id of ids) {
    const said = heldAt(id)
    if (said !== null) throw AppError.saying('limit.exceeded', said)
  }
}

/** What is said to who wants something to go on while the line that it came to still stands. */
export function stillPaused({ facts }: Said): Said {
  const { cost, tokens, minutes = '', limit = '' } = facts
  if (cost !== undefined) return say('still.cost', { cost, limit })
  if (tokens !== undefined) return say('still.tokens', { tokens, limit })
  return say('still.time', { minutes, limit })
}
