import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import BetterSqlite3 from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { MIGRATIONS } from './migrations.ts'

type Options = {
  /** Path of the file, or `:memory:`. */
  readonly file: string
  /** Where a copy is kept before the tables change. */
  readonly backups: string
  readonly now: () => number
  readonly logger: Logger
  readonly migrations?: typeof MIGRATIONS
}

/**
 * Opens the one database and brings its tables up to date. Every failure leaves the file as it was and throws
 * an `AppError` that says so.
 */
export function openDatabase(options: Options): Database {
  const migrations = options.migrations ?? MIGRATIONS
  if (options.file !== ':memory:') mkdirSync(dirname(options.file), { recursive: true })
  const db = connect(options.file)
  try {
    const version = reading(options.file, () => db.pragma('user_version', { simple: true }) as number)
    refuseNewer(version, migrations.length)
    reading(options.file, () => setUp(db))
    migrate(db, version, { ...options, migrations })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function connect(file: string): Database {
  return reading(file, () => new BetterSqlite3(file, { timeout: BUSY_MS }))
}

/** How long another process may hold the file, in milliseconds. */
const BUSY_MS = 5_000

/** Belongs after the version was looked at: turning to WAL already changes the file. */
function setUp(db: Database): void {
  db.pragma('journal_mode = WAL')
  // An append is answered only when it is on the disk, so a power cut loses nothing that was shown.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
}

function reading<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new AppError(
      'db.damaged',
      `The database ${file} cannot be read. It was left as it is. Move it away to start afresh, or put a copy from the backups folder in its place.`,
      { cause: error },
    )
  }
}

function refuseNewer(version: number, newest: number): void {
  if (version <= newest) return
  throw new AppError(
    'db.newer',
    `This database was written by a newer Orrery (tables version ${version}, this one knows ${newest}). Nothing was changed. Start the newer version, or use another ORRERY_HOME.`,
  )
}

function migrate(db: Database, version: number, options: Options & { migrations: typeof MIGRATIONS }): void {
  if (version === options.migrations.length) return
  if (version > 0) keepCopy(db, options, version)
  for (const [index, step] of options.migrations.entries()) {
    if (index < version) continue
    applyStep(db, step, index + 1)
    options.logger.info('Brought the tables up to date', { step: step.name })
  }
}

function applyStep(db: Database, step: { name: string; sql: string }, version: number): void {
  try {
    db.transaction(() => {
      db.exec(step.sql)
      db.pragma(`user_version = ${version}`)
    })()
  } catch (error) {
    throw new AppError(
      'db.damaged',
      `The tables could not be brought up to date (step ${step.name}). The file was left as it was before this step; a copy lies in the backups folder.`,
      { cause: error },
    )
  }
}

function keepCopy(db: Database, options: Options, version: number): void {
  if (options.file === ':memory:') return
  const name = `${basename(options.file, '.db')}-v${version}-${options.now()}.db`
  const copy = join(options.backups, name)
  try {
    mkdirSync(options.backups, { recursive: true })
    db.prepare('VACUUM INTO ?').run(copy)
  } catch (error) {
    if (existsSync(copy)) rmSync(copy)
    throw new AppError(
      'db.full',
      `No copy of the database could be kept in ${options.backups} before its tables change, so nothing was changed. See that there is space and that the folder can be written to, and start again.`,
      { cause: error },
    )
  }
}
