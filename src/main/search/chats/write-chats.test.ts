import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { openSearchRig } from '../../../../test/support/rigs/knowledge/search-rig.ts'
import { LogDamage } from '../watched-log.ts'
import { CHAT_TABLES, createIndexRows } from './index-rows.ts'
import { createLogQuestions, type LogQuestions } from './log-rows.ts'
import { createChatWriter } from './write-chats.ts'

/** The same log, where a chat cannot be read as long as the test says so. */
function damagedAt(log: LogQuestions, isDamaged: (sessionId: string) => boolean): LogQuestions {
  const iterate = (sessionId: string, seq: number) => {
    if (isDamaged(sessionId)) throw new LogDamage('database disk image is malformed')
    return log.wordsAfter.iterate(sessionId, seq)
  }
  return { ...log, wordsAfter: Object.assign(Object.create(log.wordsAfter), { iterate }) }
}

it('has chats wait on that were taken back with one that could not be read', async () => {
  const rig = openSearchRig((await openTempFolder('search')).path)
  const chats = ['One', 'Two', 'Three'].map((title) => rig.chat(title))
  let isDamaged = true
  const log = damagedAt(
    createLogQuestions(rig.log.db, () => null),
    (id) => isDamaged && id === chats[2]?.id,
  )
  const index = new BetterSqlite3(':memory:')
  index.exec(CHAT_TABLES)
  const rows = createIndexRows(index)
  const writer = createChatWriter({ rows, log, elapsed: () => 0 })
  const step = index.transaction(() => writer.step())
  writer.compare()
  expect(step).toThrow(LogDamage)
  expect([rows.chats.all().length, writer.behind()]).toEqual([0, 3])
  isDamaged = false
  while (step());
  expect([rows.chats.all().length, writer.behind()]).toEqual([3, 0])
  index.close()
  rig.close()
})
