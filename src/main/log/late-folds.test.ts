import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { ClientId, SessionId } from '#shared/ids.ts'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { histories } from '../../../test/support/histories.ts'
import { openDatabase } from '../database/open-database.ts'
import { guardReads } from '../database/read-guard.ts'
import { silentLogger } from '../lib/logger.ts'
import { createDisk } from './disk.ts'
import { createEventReader } from './event-reader.ts'
import { createEventStore } from './event-store.ts'
import { readFolds, writeFolds } from './fold-tables.ts'
import { createLateFolds } from './late-folds.ts'
import { createLogRows, FOLD_TABLES } from './rows.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'late-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A log at work on a disk that is never done, in turns that end when the test says so. */
function openBusyLog() {
  const file = join(folder, `${Math.random()}.db`)
  const now = () => 1_000
  const db = openDatabase({ file, backups: folder, now, logger: silentLogger })
  let writes = 0
  const late = createLateFolds((before, after) => {
    writes += 1
    writeFolds(rows, before, after)
  })
  const turns: (() => void)[] = []
  const disk = createDisk({
    ...{ db, late, soon: (act: () => void) => void turns.push(act) },
    sync: () => new Promise<void>(() => {}),
    report: () => {},
  })
  const rows = createLogRows(guardReads(db, FOLD_TABLES, late.flush))
  const newId = countingIds()
  const store = createEventStore({
    ...{ db, disk, late, rows, now, newId, clientId: 'cli_00000001' as ClientId },
    reader: createEventReader({ rows, reportUnreadable: () => {} }),
    reportRebuilt: (_sessionId, error) => {
      throw error
    },
  })
  const other = new BetterSqlite3(file, { readonly: true })
  const otherRows = createLogRows(other)
  return {
    ...{ store, newId },
    writes: () => writes,
    endTurn: () => {
      for (const act of turns.splice(0)) act()
    },
    /** As who reads here finds it, and as it stands in the file. */
    here: (id: SessionId): SessionFolds | null => readFolds(rows, id),
    elsewhere: (id: SessionId): SessionFolds | null => readFolds(otherRows, id),
    close: () => {
      other.close()
      db.close()
    },
  }
}

const title = (text: string) => ({ kind: 'session.meta' as const, payload: { changes: { title: text } } })

/** The first append, which finds an app at rest, is over. */
function begun(log: ReturnType<typeof openBusyLog>): SessionId {
  const id = log.newId('session')
  const [created] = fc.sample(histories(), { numRuns: 1, seed: 1 })[0]?.(id, log.newId) ?? []
  log.store.append(id, created ?? [])
  log.endTurn()
  return id
}

it('writes the rows of a session once for all that is appended to it in a turn', () => {
  const log = openBusyLog()
  const id = begun(log)
  const before = log.writes()
  for (const text of ['one', 'two', 'three']) log.store.append(id, [title(text)])
  expect(log.writes()).toBe(before)
  log.endTurn()
  expect([log.writes(), log.elsewhere(id)?.session?.meta.title]).toEqual([before + 1, 'three'])
  log.close()
})

it('tells who reads them meanwhile what is true by then', () => {
  const log = openBusyLog()
  const id = begun(log)
  log.store.append(id, [title('one')])
  expect(log.here(id)?.session?.meta.title).toBe('one')
  log.store.append(id, [title('two')])
  expect([log.here(id)?.session?.meta.title, log.elsewhere(id)?.session?.meta.title]).not.toContain('one')
  log.close()
})

it('leaves the same rows behind as folds that are written with every append', () => {
  fc.assert(
    fc.property(histories(), fc.infiniteStream(fc.nat(3)), (history, acts) => {
      const log = openBusyLog()
      const id = log.newId('session')
      for (const batch of history(id, log.newId)) {
        log.store.append(id, batch)
        const act = acts.next().value
        if (act === 0) log.endTurn()
        if (act === 1) expect(log.here(id)).toEqual(log.store.folds(id))
      }
      log.endTurn()
      expect(log.elsewhere(id)).toEqual(log.store.folds(id))
      log.close()
    }),
    { numRuns: 40 },
  )
})
