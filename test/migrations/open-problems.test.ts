import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { MIGRATIONS } from '../../src/main/database/migrations.ts'
import { openDatabase } from '../../src/main/database/open-database.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { fill, smallDisk } from '../support/disk/small-disk.ts'

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery open 中文 '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const open = (folder: string, migrations = MIGRATIONS) =>
  openDatabase({
    file: join(folder, 'orrery.db'),
    backups: join(folder, 'backups'),
    now: () => 1,
    logger: silentLogger,
    migrations,
    patience: 20,
  })

function problemOf(act: () => unknown): unknown {
  try {
    act()
    return 'opened'
  } catch (error) {
    return error instanceof AppError ? error.said?.[0]?.name : error
  }
}

describe('a database that cannot be opened', () => {
  it('has no bytes, and is not taken for a new one', () => {
    const folder = home()
    const file = join(folder, 'orrery.db')
    writeFileSync(file, '')
    writeFileSync(`${file}-wal`, 'what was written last')
    expect(problemOf(() => open(folder))).toBe('db.empty')
    expect([readFileSync(file, 'utf8'), readFileSync(`${file}-wal`, 'utf8')]).toEqual([
      '',
      'what was written last',
    ])
  })

  it('is held by another program', () => {
    const folder = home()
    const other = new BetterSqlite3(join(folder, 'orrery.db'))
    onTestFinished(() => void other.close())
    other.exec('CREATE TABLE a (b); BEGIN EXCLUSIVE')
    expect(problemOf(() => open(folder))).toBe('db.held')
    other.exec('ROLLBACK')
    expect(problemOf(() => open(folder).close())).toBe('opened')
  })

  it('is a folder', () => {
    const folder = home()
    mkdirSync(join(folder, 'orrery.db'))
    expect(problemOf(() => open(folder))).toBe('db.denied')
  })

  it('lies under a file', () => {
    const file = join(home(), 'file')
    writeFileSync(file, '')
    expect(problemOf(() => open(join(file, 'data')))).toBe('db.denied')
  })

  it('is damaged inside, and is left as it is', () => {
    const folder = home()
    open(folder).close()
    const file = join(folder, 'orrery.db')
    const bytes = readFileSync(file)
    bytes.fill(0xff, 100, 4096)
    writeFileSync(file, bytes)
    const next = [...MIGRATIONS, { name: '9999-next', sql: 'CREATE TABLE next_one (id TEXT) STRICT;' }]
    expect(problemOf(() => open(folder, next))).toBe('db.broken')
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })
})

describe('on a full disk', () => {
  it('a new database says so', ({ skip }) => {
    const folder = smallDisk(64) ?? skip()
    expect(problemOf(() => open(folder))).toBe('db.noSpace')
  })

  it('one that is up to date says so', ({ skip }) => {
    const folder = smallDisk(4096) ?? skip()
    open(folder).close()
    fill(folder)
    expect(problemOf(() => open(folder).close())).toBe('db.noSpace')
  })

  it('a step that would change the tables is not called damage, and nothing is lost', ({ skip }) => {
    const folder = smallDisk(4096) ?? skip()
    open(folder, MIGRATIONS.slice(0, 3)).close()
    const before = readFileSync(join(folder, 'orrery.db'))
    const free = fill(folder)
    expect(problemOf(() => open(folder))).toBe('db.noSpace')
    expect(readFileSync(join(folder, 'orrery.db')).equals(before)).toBe(true)
    free()
    expect(problemOf(() => open(folder).close())).toBe('opened')
  })
})
