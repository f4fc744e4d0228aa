import { existsSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import BetterSqlite3 from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Logger } from '../lib/logger.ts'
import { databaseProblem } from './database-problem.ts'
import { MIGRATIONS } from './migrations.ts'

type Options = {
  /** Path of the file, or `:memory:`. */
  readonly file: string
  /** The backup folder, used before a migration. */
  readonly backups: string
  readonly now: () => number
  readonly logger: Logger
  readonly migrations?: typeof MIGRATIONS
  /** Maximum wait for another program's lock, in milliseconds. */
  readonly patience?: number
}

/**
 * Opens the one database and brings its tables up to date. Every failure leaves the file as it was and throws
 * an `AppError` that says so.
 */
export function openDatabase(options: Options): Database {
  const { file, migrations = MIGRATIONS, patience = BUSY_MS } = options
  if (file !== ':memory:') reading(file, () => mkdirSync(dirname(file), { recursive: true }))
  refuseEmpty(file)
  const db = reading(file, () => new BetterSqlite3(file, { timeout: patience }))
  try {
    const version = reading(file, () => db.pragma('user_version', { simple: true }) as number)
    refuseNewer(version, migrations.length)
    reading(file, () => setUp(db))
    migrate(db, version, { ...options, migrations })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

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
    throw databaseProblem(error, file, () => freeBytes(file)) ?? error
  }
}

/**
 * Rejects an empty file, because SQLite would treat it as a new database and drop the write-ahead log: all
 * chats would be lost silently.
 */
function refuseEmpty(file: string): void {
  if (file === ':memory:') return
  const size = reading(file, () => statSync(file, { throwIfNoEntry: false })?.size)
  if (size === 0) throw AppError.saying('db.damaged', say('db.empty', { place: file }))
}

/** Returns the free space for a file that may not exist yet; `null` when unknown. */
function freeBytes(file: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize
  } catch {
    // The problem this is asked about is the one to be told.
    return null
  }
}

function refuseNewer(version: number, newest: number): void {
  if (version <= newest) return
  throw AppError.saying('db.newer', say('db.newer', { version: String(version), newest: String(newest) }))
}

function migrate(db: Database, version: number, options: Options & { migrations: typeof MIGRATIONS }): void {
  if (version === options.migrations.length) return
  if (version > 0) keepCopy(db, options, version)
  const { file, migrations, logger } = options
  // All or none, and one wait for the disk: a new file needs every step there is.
  reading(file, () =>
    db.transaction(() => {
      for (const step of migrations.slice(version)) applyStep(db, step, file)
      db.pragma(`user_version = ${migrations.length}`)
    })(),
  )
  logger.info('Brought the tables up to date', { from: version, to: migrations.length })
}

function applyStep(db: Database, step: { name: string; sql: string }, file: string): void {
  try {
    db.exec(step.sql)
  } catch (error) {
    const known = databaseProblem(error, file, () => freeBytes(file))
    throw known ?? AppError.saying('db.damaged', say('db.stepFailed', { step: step.name }), { cause: error })
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
    throw databaseProblem(error, copy, () => freeBytes(copy)) ?? error
  }
}
