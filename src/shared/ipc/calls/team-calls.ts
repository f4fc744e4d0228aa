import { z } from 'zod'
import { ProjectId, SessionId, TeamId } from '../../ids.ts'
import { PermissionMode } from '../../permission/mode.ts'
import { CardChanges, CardDraft, CardId, CardStatus } from '../../team/card.ts'
import { type PastTeam, TeamName, type TeamView } from '../../team/team.ts'
import { TeamLimits } from '../../team/team-limits.ts'
import { call } from '../call.ts'

const team = { teamId: TeamId }
const name = z.string().min(1).max(60)

/** Calls about teams: members, boards and messages. Changes arrive as `team.changed`. */
export const TEAM_CALLS = {
  /** Every team that works for a chat of the project, or of any. */
  'team.list': call<readonly TeamView[]>()(() => z.strictObject({ projectId: ProjectId.nullable() })),
  /** One team with its board, also one that was dissolved. */
  'team.get': call<TeamView>()(() => z.strictObject(team)),
  /** Teams that were dissolved, the newest first. */
  'team.past': call<readonly PastTeam[]>()(() => z.strictObject({ projectId: ProjectId.nullable() })),
  /** Makes a team that the agent of this chat leads. */
  'team.create': call<TeamView>()(() => z.strictObject({ sessionId: SessionId, name: TeamName })),
  /** Deletes the team. Fails while a teammate is running, unless `stop` is true. */
  'team.delete': call<null>()(() => z.strictObject({ ...team, stop: z.boolean() })),
  /** Says something to one, to who leads (`lead`), or to everybody (`*`). */
  'team.message': call<null>()(() =>
    z.strictObject({ ...team, to: name, text: z.string().trim().min(1).max(70_000) }),
  ),
  /** Asks a teammate to stop. It answers itself, and may refuse. */
  'team.shutdown': call<null>()(() => z.strictObject({ ...team, name })),
  /** Restarts an interrupted teammate with its full history. */
  'team.revive': call<null>()(() => z.strictObject({ ...team, name })),
  /** Resumes all teammates that reached a limit. */
  'team.goOn': call<null>()(() => z.strictObject(team)),
  /** Sets the warning and pause limits of the team. */
  'team.setLimits': call<null>()(() => z.strictObject({ ...team, limits: TeamLimits })),
  /** Sets the permission mode of a teammate; never above that of its chat. */
  'team.setMode': call<null>()(() => z.strictObject({ ...team, name, mode: PermissionMode })),
  /** Puts a card on the board. `blocks` are cards that wait for it, `owner` whom it is meant for. */
  'team.addCard': call<null>()(() =>
    z.strictObject({
      ...team,
      card: CardDraft,
      blocks: CardChanges.shape.blocks,
      owner: z.exactOptional(name.nullable()),
    }),
  ),
  'team.moveCard': call<null>()(() => z.strictObject({ ...team, card: CardId, status: CardStatus })),
  /** Updates a card: text, dependencies and owner (null: any teammate). */
  'team.writeCard': call<null>()(() =>
    z.strictObject({ ...team, card: CardId, changes: CardChanges, owner: z.exactOptional(name.nullable()) }),
  ),
  'team.removeCard': call<null>()(() => z.strictObject({ ...team, card: CardId })),
} as const
