import { z } from 'zod'
import type { AgentId, Millis, ProjectId, SessionId, TeamId } from '../ids.ts'
import type { Card } from './card.ts'
import type { TeamMessage } from './message.ts'
import type { TeamLimits } from './team-limits.ts'

/** How a person or an agent calls a team. */
export const TeamName = z.string().trim().min(1).max(60)

/** Who works together for one chat. */
export type Team = {
  readonly id: TeamId
  readonly name: string
  /** The chat whose agent leads it. */
  readonly chatId: SessionId
  readonly projectId: ProjectId | null
  readonly createdAt: Millis
  /** When it was dissolved; null while it works. */
  readonly endedAt: Millis | null
  /** Where the person is told of what it uses, and where it pauses; null while no line is drawn. */
  readonly limits: TeamLimits | null
}

/**
 * What is kept of where a teammate stands. `stopping` was asked to leave, `dead` lost its work with a failure, a stop
 * or the end of the app and has to be brought back, `left` agreed to go.
 */
export const MemberState = z.enum(['active', 'stopping', 'dead', 'left'])
export type MemberState = z.infer<typeof MemberState>

/** One teammate. Its log is a session of its own, and goes on where it stood when it is woken. */
export type Member = {
  readonly name: string
  readonly sessionId: SessionId
  readonly agentId: AgentId
  readonly state: MemberState
  /** Why it is dead, in words for the person. */
  readonly problem: string | null
  readonly joinedAt: Millis
}

/** A team that was dissolved, as it stands in the list of those. */
export type PastTeam = {
  readonly team: Team
  readonly members: number
  readonly cards: number
  readonly done: number
}

/** A team as a window shows it. What its members do at this moment stands in the lines of their agents. */
export type TeamView = {
  readonly team: Team
  readonly members: readonly Member[]
  readonly cards: readonly Card[]
  /** What was said last, the newest first. */
  readonly messages: readonly TeamMessage[]
}
