import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Said } from './usage-limits.ts'

/** Returns the sentences about the limit at which a session would pause again at once; null for none. */
export type HeldAt = (sessionId: SessionId) => readonly Said[] | null

/** Throws for the first session that would pause again at once, so that the person reads it and no run starts. */
export function refuseHeld(ids: readonly SessionId[], heldAt: HeldAt): void {
  for (const id of ids) {
    const said = heldAt(id)
    if (said !== null) throw AppError.saying('limit.exceeded', said)
  }
}

/** The refusal of a continuation while a spending limit is still reached, and the owner of the limit. */
export function blockingLimit(reached: Said): readonly Said[] {
  return [amountOf(reached), ownerOf(reached)]
}

function amountOf({ facts }: Said): Said {
  const { cost, tokens, minutes = '', limit = '' } = facts
  if (cost !== undefined) return say('still.cost', { cost, limit })
  if (tokens !== undefined) return say('still.tokens', { tokens, limit })
  return say('still.time', { minutes, limit })
}

function ownerOf({ name, facts: { agent, project = '' } }: Said): Said {
  if (agent !== undefined) return say('still.ofAgent', { agent })
  if (name.startsWith('pool.')) return say('still.ofTurn')
  if (name.startsWith('day.')) return say('still.ofDay')
  if (name.startsWith('month.')) return say('still.ofMonth')
  if (name.startsWith('projectDay.')) return say('still.ofProjectDay', { project })
  if (name.startsWith('projectMonth.')) return say('still.ofProjectMonth', { project })
  return name.startsWith('team.') ? say('still.ofTeam') : say('still.ofChat')
}
