import type { AgentId, SessionId } from '#shared/ids.ts'
import type { CardDraft } from '#shared/team/card.ts'
import { openDatabase } from '../../../src/main/database/open-database.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { createBoard } from '../../../src/main/teams/board.ts'
import { createCardRows } from '../../../src/main/teams/card-rows.ts'
import { createTeamRows } from '../../../src/main/teams/team-rows.ts'
import { buildWorker } from '../disk/build-worker.ts'
import { openTempFolder } from '../disk/temp-folder.ts'
import { AT, CHAT, PROJECT, TEAM } from '../rigs/team-rig.ts'
import { killedLife } from './killed-life.ts'

/** One thing that happened to a card, in the order in which it was committed. */
export type RaceStep = {
  readonly what: 'begun' | 'freed' | 'done' | 'undone'
  readonly card: number
  readonly who: string
}

/** Written by the database itself in the same commit, so that no crash comes between a step and its note. */
const NOTES = `
  CREATE TABLE race (at INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL, card INTEGER NOT NULL, who TEXT);
  CREATE TRIGGER race_freed AFTER UPDATE ON team_cards
    WHEN old.status = 'in_progress' AND (new.status = 'pending' OR old.owner IS NOT new.owner)
    BEGIN INSERT INTO race (what, card, who) VALUES ('freed', new.id, old.owner); END;
  CREATE TRIGGER race_begun AFTER UPDATE ON team_cards
    WHEN new.status = 'in_progress' AND (old.status != 'in_progress' OR old.owner IS NOT new.owner)
    BEGIN INSERT INTO race (what, card, who) VALUES ('begun', new.id, new.owner); END;
  CREATE TRIGGER race_done AFTER UPDATE ON team_cards WHEN new.status = 'completed' AND old.status != 'completed'
    BEGIN INSERT INTO race (what, card, who) VALUES ('done', new.id, new.owner); END;
  CREATE TRIGGER race_undone AFTER UPDATE ON team_cards WHEN old.status = 'completed' AND new.status != 'completed'
    BEGIN INSERT INTO race (what, card, who) VALUES ('undone', new.id, old.owner); END;`

/** A team with its board in a file, and the process that works on it, to be killed at any moment. */
export async function openTeamRace(members: number, cards: readonly CardDraft[]) {
  const { path: backups, at } = await openTempFolder('team race')
  const file = at('orrery.db')
  const openFile = () => openDatabase({ file, backups, now: () => AT, logger: silentLogger })
  const db = openFile()
  const rows = createTeamRows(db)
  rows.add({ id: TEAM, name: 'race', chatId: CHAT, projectId: PROJECT, createdAt: AT })
  for (let count = 1; count <= members; count += 1) {
    const sessionId = `ses_member${String(count).padStart(3, '0')}` as SessionId
    rows.join(TEAM, { name: `member-${count}`, sessionId, agentId: 'general' as AgentId, joinedAt: AT })
  }
  const quiet = { now: () => AT, changed: () => {}, told: () => {} }
  createBoard({ rows: createCardRows(db), ...quiet }).add(TEAM, cards)
  db.exec(NOTES)
  db.close()
  const built = await buildWorker('test/support/hosts/team-race.process.ts')

  return {
    /** Lets it run, and kills it as soon as so many cards more are done. Answers with those it said, and how it ended. */
    life: async (most: number): Promise<{ said: number[]; killed: boolean }> => {
      const said: number[] = []
      const { killed } = await killedLife(built.worker, [file, at('runs.txt')], (line) => {
        const [what, card] = line.split(' ')
        if (what === 'done') said.push(Number(card))
        return said.length >= most
      })
      return { said, killed }
    },
    /** What is in the file now. */
    read: () => {
      const now = openFile()
      try {
        const steps = now.prepare<[], RaceStep>('SELECT what, card, who FROM race ORDER BY at').all()
        const damage = now.pragma('integrity_check', { simple: true })
        return { steps, cards: createCardRows(now).all(TEAM), damage }
      } finally {
        now.close()
      }
    },
  }
}
