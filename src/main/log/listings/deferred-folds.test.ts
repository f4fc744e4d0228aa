import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { AgentId, ClientId, ContextId, RunId, SessionId } from '#shared/ids.ts'
import { countingIds } from '../../../../test/support/data/counting-ids.ts'
import { histories } from '../../../../test/support/data/histories.ts'
import { openDatabase } from '../../database/open-database.ts'
import { guardReads } from '../../database/read-guard.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createDisk } from '../disk.ts'
import { createEventReader } from '../event-reader.ts'
import { createEventStore } from '../event-store.ts'
import { createLogRows, FOLD_TABLES } from '../rows.ts'
import { createDeferredFolds } from './deferred-folds.ts'
import { readFolds, writeFolds } from './fold-tables.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'late-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens a log with a disk that never finishes; the test ends each turn. */
function openBusyLog() {
  const file = join(folder, `${Math.random()}.db`)
  const now = () => 1_000
  const db = openDatabase({ file, backups: folder, now, logger: silentLogger })
  let writes = 0
  const late = createDeferredFolds((change) => {
    writes += 1
    writeFolds(rows, change)
  })
  const turns: (() => void)[] = []
  const disk = createDisk({
    db,
    late,
    soon: (act: () => void) => void turns.push(act),
    sync: () => new Promise<void>(() => {}),
    report: () => {},
  })
  const rows = createLogRows(guardReads(db, FOLD_TABLES, disk.flush))
  const newId = countingIds()
  const reader = createEventReader({ rows, reportUnreadable: () => {} })
  const store = createEventStore({
    db,
    disk,
    late,
    rows,
    now,
    newId,
    clientId: () => 'cli_00000001' as ClientId,
    reader,
    reportRebuilt: (_sessionId, error) => {
      throw error
    },
  })
  const other = new BetterSqlite3(file, { readonly: true })
  const otherRows = createLogRows(other)
  return {
    store,
    newId,
    db,
    reader,
    writes: () => writes,
    endTurn: () => {
      for (const act of turns.splice(0)) act()
    },
    /** Returns a session's newest event and row position in the file. */
    inFile: (id: SessionId) => [
      other.prepare<[string], number>('SELECT max(seq) FROM events WHERE session_id = ?').pluck().get(id),
      other.prepare<[string], number>('SELECT last_seq FROM sessions WHERE id = ?').pluck().get(id),
    ],
    statusInFile: (runId: RunId) =>
      other.prepare<[string], string>('SELECT status FROM runs WHERE run_id = ?').pluck().get(runId),
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

describe('on a disk that takes no more', () => {
  /** Opens two running sessions, one of them beyond the cache limit. */
  const openFull = () => {
    const log = openBusyLog()
    const [one, two] = [begun(log), begun(log)]
    log.store.append(two, [title('small')])
    log.store.append(one, [title('first')])
    log.store.append(one, [title('x'.repeat(60_000))])
    const room = (pages: number) => void log.db.pragma(`max_page_count = ${pages}`)
    room(Number(log.db.pragma('page_count', { simple: true })))
    return { ...log, one, two, free: () => room(1_000_000) }
  }
  const quietly = (act: () => unknown) => {
    try {
      act()
    } catch (error) {
      expect(error).toMatchObject({ code: 'SQLITE_FULL' })
    }
  }

  it('stores no row without its events when it was only read from', () => {
    const log = openFull()
    quietly(() => log.reader.bin())
    log.free()
    log.reader.bin()
    const [events, row] = log.inFile(log.one)
    expect(row).toBe(events)
    log.endTurn()
    expect(log.inFile(log.one)).toEqual([log.store.folds(log.one).lastSeq, log.store.folds(log.one).lastSeq])
    log.close()
  })

  it('loses no event that was appended, and takes more once there is room', () => {
    const log = openFull()
    quietly(() => log.reader.bin())
    log.free()
    log.store.append(log.two, [title('later')])
    log.endTurn()
    for (const id of [log.one, log.two]) {
      expect(log.elsewhere(id)).toEqual(log.store.folds(id))
      expect(log.inFile(id)[0]).toBe(log.store.folds(id).lastSeq)
    }
    expect(log.elsewhere(log.two)?.session?.meta.title).toBe('later')
    log.close()
  })

  it('is not taken for damage of the tables', () => {
    const log = openFull()
    log.store.forget(log.two)
    quietly(() => log.store.folds(log.two))
    log.free()
    expect(log.store.folds(log.two).session?.meta.title).toBe('small')
    log.close()
  })
})

it('writes how a run ended that is let go of in the same transaction, since another began', () => {
  const log = openBusyLog()
  const id = begun(log)
  const contextId = log.newId('context')
  const start = (runId: RunId) => log.store.append(id, [started(runId, contextId)])
  const end = (runId: RunId) => log.store.append(id, [ended(runId)])
  const old = log.newId('run')
  start(old)
  log.endTurn()
  for (let n = 0; n < 199; n += 1) {
    const run = log.newId('run')
    start(run)
    end(run)
    log.endTurn()
  }
  end(old)
  start(log.newId('run'))
  log.endTurn()
  expect(log.store.folds(id).runs[old]).toBeUndefined()
  expect(log.statusInFile(old)).toBe('completed')
  log.close()
})

function started(runId: RunId, contextId: ContextId): NewDurableEvent {
  const spec = { kind: 'chat' as const, contextId, agentId: 'build' as AgentId, model: 'orrery/practice' }
  return { kind: 'run.status', runId, contextId, payload: { runId, from: null, to: 'running', spec } }
}

function ended(runId: RunId): NewDurableEvent {
  return { kind: 'run.status', runId, payload: { runId, from: 'running', to: 'completed' } }
}
