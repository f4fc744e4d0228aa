import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { AppDeps, ProgramFiles } from '../../app-port.ts'
import { createActingClient } from '../../callers/acting-client.ts'
import type { HomePaths } from '../../config/paths.ts'
import { openDatabase } from '../../database/open-database.ts'
import { guardReads } from '../../database/read-guard.ts'
import { createWalCheckpoints } from '../../database/wal-checkpoints.ts'
import { createWalSync } from '../../database/wal-sync.ts'
import { guardWrites } from '../../database/write-guard.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import { nextTurn } from '../../lib/next-turn.ts'
import type { Scope } from '../../lib/scope.ts'
import { createBlobs } from '../../log/blobs/blobs.ts'
import { createStoredOutputs } from '../../log/blobs/stored-outputs.ts'
import { createChildLogs } from '../../log/child-logs.ts'
import { createCurrentInstructions } from '../../log/current-instructions.ts'
import { createBus } from '../../log/delivery/bus.ts'
import { schedule } from '../../log/delivery/schedule.ts'
import { createDisk } from '../../log/disk.ts'
import { createEventReader } from '../../log/event-reader.ts'
import { createEventStore } from '../../log/event-store.ts'
import { createDeferredFolds } from '../../log/listings/deferred-folds.ts'
import { writeFolds } from '../../log/listings/fold-tables.ts'
import { createPaths } from '../../log/paths.ts'
import { createLogRows, FOLD_TABLES } from '../../log/rows.ts'
import type { ThreadRegistry } from '../../processes/threads.ts'
import { createLink } from '../link.ts'
import { openSearch } from './open-search.ts'

type Deps = {
  readonly paths: Pick<HomePaths, 'data' | 'blobs'>
  readonly files: Pick<ProgramFiles, 'indexWorker' | 'walWorker'>
  readonly threads: ThreadRegistry
  readonly logSync: AppDeps['logSync']
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  readonly scope: Scope
}

/** The database and the log on it, closed in order with the scope. */
export function openStorage(deps: Deps) {
  const { paths: folders, files, clock, newId, logger, scope } = deps
  const { now } = clock
  const file = join(folders.data, 'orrery.db')
  const log = openDatabase({ file, backups: join(folders.data, 'backups'), now, logger })
  scope.add(() => void log.close())
  const sync = openWal(deps, file, log)
  const toRows = createLink<ReturnType<typeof createLogRows>>('the rows of the log')
  const late = createDeferredFolds((change) => writeFolds(toRows.get(), change))
  const disk = createDisk({
    db: log,
    soon: setImmediate,
    late,
    sync,
    report: (error) => logger.error('What the log wrote could not be stored, made safe or told', error),
  })
  scope.add(disk.commit)
  // Writes of other rooms are committed on their own, after all earlier writes of the log.
  const db = guardReads(guardWrites(log, disk.commit), FOLD_TABLES, disk.flush)
  const client = createActingClient(newId)
  const rows = createLogRows(guardReads(log, FOLD_TABLES, disk.flush))
  toRows.connect(rows)
  const reader = createEventReader({
    rows,
    reportUnreadable: (row) => logger.warn('A row could not be read and was passed over', row),
  })
  const store = createEventStore({
    db: log,
    disk,
    late,
    rows,
    now,
    newId,
    clientId: client.current,
    reader,
    reportRebuilt: (sessionId, error) =>
      logger.error('The tables of a chat could not be read and were computed anew', error, { sessionId }),
  })
  const bus = createBus({
    store,
    now,
    clientId: client.current,
    schedule,
    report: (error) => logger.error('Somebody could not take an event in', error),
  })
  scope.add(bus.close)
  const paths = createPaths({ store, reader, bus, nextTurn })
  scope.add(paths.close)
  const instructions = createCurrentInstructions({ reader, bus })
  scope.add(instructions.close)
  const childLogs = createChildLogs({ reader, store, bus })
  scope.add(childLogs.close)
  const blobs = createBlobs({ db, folder: folders.blobs, now, newId })
  const outputs = createStoredOutputs({ db, blobs })
  const { index, search } = openSearch({
    dataFolder: folders.data,
    logFile: file,
    blobs: folders.blobs,
    worker: files.indexWorker,
    watch: deps.threads.watch('index'),
    bus,
    whenStored: disk.whenStored,
    clock,
    logger,
    scope,
  })
  return {
    db,
    disk,
    client,
    reader,
    store,
    bus,
    paths,
    instructions,
    childLogs,
    blobs,
    outputs,
    index,
    search,
  }
}

export type Storage = ReturnType<typeof openStorage>

/** Opens the sync of the write-ahead log. Returns the function that makes commits safe on the disk. */
function openWal(
  { files, threads, logSync = createWalSync, logger, scope }: Deps,
  file: string,
  db: Database,
) {
  const wal = logSync(file)
  scope.add(wal.close)
  const checkpoints = createWalCheckpoints({
    db,
    worker: files.walWorker,
    logger,
    watch: threads.watch('wal'),
  })
  scope.add(checkpoints.close)
  return async (): Promise<void> => {
    await wal.sync()
    checkpoints.synced()
  }
}
