import type { SessionId, TeamId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { TeamLimits } from '#shared/team/team-limits.ts'
import { createUsageLimits, type Sayings, type Use, type Worker, watchedBy } from './usage-limits.ts'

/** The current limits of a team, and its members' sessions. */
export type TeamLines = {
  readonly id: TeamId
  readonly limits: TeamLimits | null
  readonly members: readonly SessionId[]
}

type Deps = {
  /** Returns the team a session works for, at any depth; null for none. */
  readonly teamOf: (worker: Worker) => TeamLines | null
  /** Returns the usage of these sessions with their subagents. */
  readonly spentBy: (members: readonly SessionId[]) => Use
}

/** Watches what teams use: every teammate with all that work for it. */
export function createTeamAllowance({ teamOf, spentBy }: Deps) {
  return createUsageLimits((worker) => {
    const team = teamOf(worker)
    if (team === null || team.limits === null) return []
    const { id, limits, members } = team
    return [{ of: id, all: () => watchedBy(limits, spentBy(members), SAYINGS) }]
  })
}

const SAYINGS: Sayings = {
  costNear: (cost, line) => say('team.costNear', { cost, line }),
  costReached: (cost, limit) => say('team.costReached', { cost, limit }),
  tokensNear: (tokens, line) => say('team.tokensNear', { tokens, line }),
  tokensReached: (tokens, limit) => say('team.tokensReached', { tokens, limit }),
  timeNear: (minutes, line) => say('team.timeNear', { minutes, line }),
  timeReached: (minutes, limit) => say('team.timeReached', { minutes, limit }),
}
