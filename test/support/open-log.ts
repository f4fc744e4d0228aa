import { tmpdir } from 'node:os'
import type { ClientId } from '#shared/ids.ts'
import { openDatabase } from '../../src/main/database/open-database.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { createBus, type Schedule } from '../../src/main/log/bus.ts'
import { createEventReader } from '../../src/main/log/event-reader.ts'
import { createEventStore } from '../../src/main/log/event-store.ts'
import { createPaths } from '../../src/main/log/paths.ts'
import { createLogRows } from '../../src/main/log/rows.ts'
import { countingIds } from './counting-ids.ts'
import { createFrames } from './frames.ts'

/** A real log in a database in memory, with a clock that counts and frames that pass when the test says so. */
export function openTestLog(options: { file?: string } = {}) {
  let time = 1_000
  const now = () => {
    time += 1
    return time
  }
  const file = options.file ?? ':memory:'
  const db = openDatabase({ file, backups: tmpdir(), now, logger: silentLogger })
  const rows = createLogRows(db)
  const newId = countingIds()
  const unreadable: { id: string; kind: string }[] = []
  const reader = createEventReader({ rows, reportUnreadable: (row) => void unreadable.push(row) })
  const clientId = 'cli_00000001' as ClientId
  const store = createEventStore({ db, rows, now, newId, clientId, reader })
  const frames = createFrames()
  const schedule: Schedule = frames.schedule
  const bus = createBus({ store, now, clientId, schedule })
  const paths = createPaths({ store, reader, bus })
  const log = {
    publish: bus.publish,
    live: bus.live,
    folds: store.folds,
  }
  return { db, rows, reader, store, bus, paths, newId, now, frames, schedule, log, unreadable }
}
