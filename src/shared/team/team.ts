import { z } from 'zod'
import type { AgentId, Millis, ProjectId, SessionId, TeamId } from '../ids.ts'
import type { Card } from './card.ts'
import type { TeamMessage } from './message.ts'
import type { TeamLimits } from './team-limits.ts'

/** The name of a team, chosen by a person or an agent. */
export const TeamName = z.string().trim().min(1).max(60)

/** A team of agents working for one chat. */
export type Team = {
  readonly id: TeamId
  readonly name: string
  /** The chat whose agent leads it. */
  readonly chatId: SessionId
  readonly projectId: ProjectId | null
  readonly createdAt: Millis
  /** When it was dissolved; null while it works. */
  readonly endedAt: Millis | null
  /** Warning and pause limits of the team; null for none. */
  readonly limits: TeamLimits | null
}

/**
 * The stored state of a teammate. `stopping` was asked to leave and `left` agreed to go. `dead` lost its work
 * to a failure, a stop or the end of the app and needs a restart.
 */
export const MemberState = z.enum(['active', 'stopping', 'dead', 'left'])
export type MemberState = z.infer<typeof MemberState>

/** One teammate. Its log is a session of its own, which resumes when the teammate is woken. */
export type Member = {
  readonly name: string
  readonly sessionId: SessionId
  readonly agentId: AgentId
  readonly state: MemberState
  /** Why it is dead, in words for the person. */
  readonly problem: string | null
  readonly joinedAt: Millis
}

/** A deleted team in the list of past teams. */
export type PastTeam = {
  readonly team: Team
  readonly members: number
  readonly cards: number
  readonly done: number
}

/** A team as shown by a window. The current activity of its members is in the rows of their agents. */
export type TeamView = {
  readonly team: Team
  readonly members: readonly Member[]
  readonly cards: readonly Card[]
  /** Recent messages, newest first. */
  readonly messages: readonly TeamMessage[]
}
