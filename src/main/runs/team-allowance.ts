import type { SessionId, TeamId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { TeamLimits } from '#shared/team/team-limits.ts'
import type { RunHandle } from './run-handle.ts'
import { createUseLines, LINE_WORDS, type Use, type Watched } from './use-lines.ts'

/** The lines of a team as they stand now, and whose work they count. */
export type TeamLines = {
  readonly id: TeamId
  readonly limits: TeamLimits | null
  readonly members: readonly SessionId[]
}

type Deps = {
  /** The team a run belongs to, over however many agents; null for none. */
  readonly teamOf: (run: RunHandle) => TeamLines | null
  /** What these have used with all that work for them. */
  readonly spentBy: (members: readonly SessionId[]) => Use
}

/** Watches what teams use: every teammate with all that work for it. */
export function createTeamAllowance({ teamOf, spentBy }: Deps) {
  return createUseLines((run) => {
    const team = teamOf(run)
    if (team === null || team.limits === null) return null
    const { id, limits, members } = team
    return { of: id, all: () => watched(limits, spentBy(members)) }
  })
}

function watched(limits: TeamLimits, { cost, tokens, minutes }: Use): Watched[] {
  return [
    {
      ...{ used: cost, warn: limits.warnCost, stop: limits.stopCost, words: LINE_WORDS.cost },
      near: (used, line) => say('team.costNear', { cost: used, line }),
      reached: (used, limit) => say('team.costReached', { cost: used, limit }),
      unknown: (limit) => say('run.costUnknown', { limit }),
    },
    {
      ...{ used: tokens, warn: limits.warnTokens, stop: limits.stopTokens, words: LINE_WORDS.tokens },
      near: (used, line) => say('team.tokensNear', { tokens: used, line }),
      reached: (used, limit) => say('team.tokensReached', { tokens: used, limit }),
    },
    {
      ...{ used: minutes, warn: limits.warnMinutes, stop: limits.stopMinutes, words: LINE_WORDS.minutes },
      near: (used, line) => say('team.timeNear', { minutes: used, line }),
      reached: (used, limit) => say('team.timeReached', { minutes: used, limit }),
    },
  ]
}
