import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { ClientId } from '#shared/ids.ts'
import { openDatabase } from '../src/main/database/open-database.ts'
import type { LateWrites } from '../src/main/database/transaction-parts.ts'
import type { NewId } from '../src/main/lib/ids.ts'
import { silentLogger } from '../src/main/lib/logger.ts'
import { createBus } from '../src/main/log/delivery/bus.ts'
import { createWaitingDisk, type Disk } from '../src/main/log/disk.ts'
import { createEventReader } from '../src/main/log/event-reader.ts'
import { createEventStore } from '../src/main/log/event-store.ts'
import { createDeferredFolds } from '../src/main/log/listings/deferred-folds.ts'
import { writeFolds } from '../src/main/log/listings/fold-tables.ts'
import { createLogRows, type LogRows } from '../src/main/log/rows.ts'
import { countingIds } from '../test/support/data/counting-ids.ts'

type Options = {
  readonly folder: string
  readonly name: string
  readonly newId?: NewId
  /** What time it is. One that counts from the same moment in every run, unless given. */
  readonly now?: () => number
  /** How it waits for the disk. Every transaction does so itself, unless given. */
  readonly diskOf?: (db: Database, late: LateWrites) => Disk
  /** Stands between the log and its statements. */
  readonly watch?: (rows: LogRows) => LogRows
}

/** A real log in a file, as the app opens it, with ids and times that are the same in every run. */
export function openBenchLog(options: Options) {
  const { folder, name, newId = countingIds(), watch = (rows) => rows, now = createCountingTime() } = options
  const db = openMeasured(folder, name)
  const late = createDeferredFolds((change) => writeFolds(rows, change))
  const rows = watch(createLogRows(db))
  const reader = createEventReader({
    rows,
    reportUnreadable: ({ kind }) => {
      throw new Error(`A ${kind} cannot be read back.`)
    },
  })
  const client: ClientId = newId('client')
  const clientId = () => client
  const report = (error: unknown): never => {
    throw error
  }
  const disk = options.diskOf?.(db, late) ?? createWaitingDisk(db, late)
  const store = createEventStore({
    db,
    disk,
    late,
    rows,
    now,
    newId,
    clientId,
    reader,
    reportRebuilt: (_sessionId, error) => report(error),
  })
  // As the app has it: no wait at all is the end of this turn of the loop.
  const schedule = (ms: number, act: () => void) => {
    if (ms === 0) {
      const soon = setImmediate(act)
      return () => clearImmediate(soon)
    }
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  }
  const bus = createBus({ store, now, clientId, schedule, report })
  return { db, disk, reader, store, bus, newId, schedule, close: () => void db.close() }
}

function createCountingTime(): () => number {
  let time = 1_700_000_000_000
  return () => {
    time += 1
    return time
  }
}

/** The app's database with the app's settings and no rows. */
export function openMeasured(folder: string, name: string) {
  return openDatabase({
    file: join(folder, `${name}.db`),
    backups: folder,
    now: Date.now,
    logger: silentLogger,
  })
}
