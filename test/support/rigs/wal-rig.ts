import { dirname } from 'node:path'
import { openDatabase } from '../../../src/main/database/open-database.ts'
import { createWalCheckpoints } from '../../../src/main/database/wal-checkpoints.ts'
import { createWalSync } from '../../../src/main/database/wal-sync.ts'
import { type Logger, silentLogger } from '../../../src/main/lib/logger.ts'
import { createDisk } from '../../../src/main/log/disk.ts'

/** Rows of some pages each, and a sum of them that is written in the same transaction. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS kept (n INTEGER PRIMARY KEY, words TEXT NOT NULL, turned INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS total (id INTEGER PRIMARY KEY, rows INTEGER NOT NULL, turned INTEGER NOT NULL) STRICT;
  INSERT OR IGNORE INTO total VALUES (1, 0, 0);`

const wordsOf = (n: number): string => `row ${n} of many `.repeat(1_200)
const never = new AbortController().signal

type Options = {
  readonly file: string
  /** The built `wal-worker`. */
  readonly worker: URL
  readonly taken?: () => void
  readonly logger?: Logger
}

/** What the app writes its log with, and the thread that takes it into the database, on rows of our own. */
export function openWalRig({ file, worker, taken = () => {}, logger = silentLogger }: Options) {
  const db = openDatabase({ file, backups: dirname(file), now: Date.now, logger })
  db.exec(TABLES)
  const wal = createWalSync(file)
  const checkpoints = createWalCheckpoints({ db, worker, logger, taken })
  const disk = createDisk({
    db,
    soon: setImmediate,
    late: { flush: () => {}, drop: () => {} },
    sync: async () => {
      await wal.sync()
      checkpoints.synced()
    },
    report: (error) => logger.error('The disk failed', error),
  })
  const insert = db.prepare<[number, string]>('INSERT INTO kept VALUES (?, ?, 0)')
  // Old pages are written in their place, which a crash must not leave half done.
  const turn = db.prepare<[number]>('UPDATE kept SET turned = turned + 1 WHERE n = ?')
  const count = db.prepare<[], number>('SELECT count(*) FROM kept').pluck()
  const add = db.prepare<[number]>('UPDATE total SET rows = rows + 1, turned = turned + ?')

  return {
    /** How many rows there are. */
    count: () => count.get() ?? 0,
    /** Resolves once a row outlives a crash. */
    keep: async (n: number): Promise<void> => {
      disk.write(() => {
        insert.run(n, wordsOf(n))
        add.run(turn.run(Math.ceil(n / 2)).changes)
      })
      await disk.settled(never)
    },
    /** As many waits for the disk as make the thread begin, unless it is at work. */
    takeIn: (): void => {
      for (let sync = 0; sync < 32; sync += 1) checkpoints.synced()
    },
    close: async (): Promise<void> => {
      await checkpoints.close()
      await wal.close()
      db.close()
    },
  }
}

/** What is in the file: which of these rows are not whole, and what else is wrong. */
export function readKept(file: string, rows: readonly number[]) {
  const db = openDatabase({ file, backups: dirname(file), now: Date.now, logger: silentLogger })
  try {
    const words = db.prepare<[number], string>('SELECT words FROM kept WHERE n = ?').pluck()
    const sums = db.prepare<[], object>('SELECT count(*) AS rows, sum(turned) AS turned FROM kept')
    return {
      lost: rows.filter((n) => words.get(n) !== wordsOf(n)),
      sums: sums.get(),
      total: db.prepare<[], object>('SELECT rows, turned FROM total').get(),
      damage: db.pragma('integrity_check', { simple: true }),
    }
  } finally {
    db.close()
  }
}
