import { tmpdir } from 'node:os'
import type { Database } from 'better-sqlite3'
import type { ClientId } from '#shared/ids.ts'
import { openDatabase } from '../../../src/main/database/open-database.ts'
import type { NewId } from '../../../src/main/lib/ids.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { nextTurn } from '../../../src/main/lib/next-turn.ts'
import { createBus, type Schedule } from '../../../src/main/log/delivery/bus.ts'
import { createWaitingDisk } from '../../../src/main/log/disk.ts'
import { createEventReader } from '../../../src/main/log/event-reader.ts'
import { createEventStore } from '../../../src/main/log/event-store.ts'
import { createDeferredFolds } from '../../../src/main/log/listings/deferred-folds.ts'
import { writeFolds } from '../../../src/main/log/listings/fold-tables.ts'
import { createPaths } from '../../../src/main/log/paths.ts'
import { createLogRows } from '../../../src/main/log/rows.ts'
import { countingIds } from './counting-ids.ts'
import { createFrames } from './frames.ts'

type Options = {
  readonly file?: string
  readonly after?: { readonly db: Database; readonly newId: NewId }
}

/**
 * A real log in a database in memory, with a clock that counts and frames that pass when the test says so. `after`
 * is the log of a host that is gone: its database is all that is left.
 */
export function openTestLog(options: Options = {}) {
  let time = 1_000
  const now = () => {
    time += 1
    return time
  }
  const file = options.file ?? ':memory:'
  const db = options.after?.db ?? openDatabase({ file, backups: tmpdir(), now, logger: silentLogger })
  const late = createDeferredFolds((change) => writeFolds(rows, change))
  const rows = createLogRows(db)
  const newId: NewId = options.after?.newId ?? countingIds()
  const unreadable: { id: string; kind: string }[] = []
  const reader = createEventReader({ rows, reportUnreadable: (row) => void unreadable.push(row) })
  const clientId = () => 'cli_00000001' as ClientId
  const frames = createFrames()
  const schedule: Schedule = frames.schedule
  const reports: unknown[] = []
  const report = (error: unknown) => void reports.push(error)
  const store = createEventStore({
    db,
    disk: createWaitingDisk(db, late),
    late,
    rows,
    now,
    newId,
    clientId,
    reader,
    reportRebuilt: (_sessionId, error) => report(error),
  })
  const bus = createBus({ store, now, clientId, schedule, report })
  const paths = createPaths({ store, reader, bus, nextTurn })
  const log = {
    publish: bus.publish,
    live: bus.live,
    folds: store.folds,
  }
  return { db, rows, reader, store, bus, paths, newId, now, frames, schedule, log, unreadable, reports }
}
