import { tmpdir } from 'node:os'
import { onTestFinished } from 'vitest'
import type { ProjectId, SessionId, TeamId } from '#shared/ids.ts'
import type { TeamFact } from '#shared/team/team-fact.ts'
import { openDatabase } from '../../../src/main/database/open-database.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { createBoard } from '../../../src/main/teams/board.ts'
import { createCardRows } from '../../../src/main/teams/card-rows.ts'
import { createTeamRows } from '../../../src/main/teams/team-rows.ts'

export const CHAT = 'ses_0000chat' as SessionId
export const TEAM = 'tea_00000001' as TeamId
export const PROJECT = 'prj_00000001' as ProjectId
export const AT = 1_700_000_000_000

/** The board of one team over a real database. */
export function openTeamRig() {
  const now = () => AT
  const db = openDatabase({ file: ':memory:', backups: tmpdir(), now, logger: silentLogger })
  onTestFinished(() => void db.close())
  const facts: TeamFact[] = []
  const teams = createTeamRows(db)
  teams.add({ id: TEAM, name: 'invoice-migration', chatId: CHAT, projectId: PROJECT, createdAt: AT })
  const board = createBoard({
    rows: createCardRows(db),
    now,
    changed: () => {},
    told: (fact) => facts.push(fact),
  })
  return { db, teams, board, facts }
}
