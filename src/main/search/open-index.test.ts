import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { IndexPart } from './index-part.ts'
import { type Index, openIndex } from './open-index.ts'

let folder = ''
let log: BetterSqlite3.Database
let reports: unknown[] = []
let logReports: string[] = []
const opened: Index[] = []
const file = () => join(folder, 'index.db')
const logFile = () => join(folder, 'orrery.db')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-index-'))
  reports = []
  logReports = []
  log = new BetterSqlite3(logFile())
  log.pragma('journal_mode = WAL')
  log.exec('CREATE TABLE words (id TEXT PRIMARY KEY, word TEXT)')
})

afterEach(async () => {
  for (const index of opened.splice(0)) index.close()
  log.close()
  await rm(folder, { recursive: true, force: true })
})

/** Copies words, one a step, and says which it has. */
const wordPart = (name = 'words', version = 1): IndexPart => ({
  name,
  version,
  schema: `CREATE TABLE ${name}_found (id TEXT PRIMARY KEY, word TEXT)`,
  open: ({ index, log: source }) => {
    let waiting: string[] = []
    return {
      compare: () => {
        const known = index.prepare<[], { id: string }>(`SELECT id FROM ${name}_found`).all()
        const ids = new Set(known.map(({ id }) => id))
        const all = source.prepare<[], { id: string }>('SELECT id FROM words').all()
        waiting = all.map(({ id }) => id).filter((id) => !ids.has(id))
      },
      changed: (ids) => void waiting.push(...ids),
      step: () => {
        const id = waiting.shift()
        if (id === undefined) return false
        const row = source.prepare<[string], { word: string }>('SELECT word FROM words WHERE id = ?').get(id)
        if (row === undefined) index.prepare(`DELETE FROM ${name}_found WHERE id = ?`).run(id)
        else index.prepare(`INSERT OR REPLACE INTO ${name}_found VALUES (?, ?)`).run(id, row.word)
        return waiting.length > 0
      },
      ask: () => index.prepare(`SELECT word FROM ${name}_found ORDER BY id`).pluck().all(),
    }
  },
})

function open(parts: readonly IndexPart[] = [wordPart()]): Index {
  const index = openIndex({
    file: file(),
    logFile: logFile(),
    blobs: join(folder, 'blobs'),
    parts,
    reportDamage: (error) => void reports.push(error),
    reportLogDamage: ({ message }) => void logReports.push(message),
  })
  opened.push(index)
  return index
}

function write(index: Index): Index {
  while (index.step());
  return index
}

const put = (id: string, word: string) => void log.prepare('INSERT INTO words VALUES (?, ?)').run(id, word)

it('takes up what the log got while nobody was looking, and what it is told of', () => {
  put('a', 'one')
  const index = write(open())
  put('b', 'two')
  index.changed('words', ['b'])
  expect(write(index).ask('words', null)).toEqual(['one', 'two'])
})

it('makes a part anew when its version is another, and leaves the others', () => {
  put('a', 'one')
  const first = write(open([wordPart('words'), wordPart('others')]))
  first.close()
  opened.pop()
  log.prepare("UPDATE words SET word = 'new'").run()
  const index = write(open([wordPart('words', 2), wordPart('others')]))
  expect([index.ask('words', null), index.ask('others', null)]).toEqual([['new'], ['one']])
})

it.each([
  ['is no database at all', () => writeFileSync(file(), 'nonsense '.repeat(1_000))],
  ['was written by a later version', () => withIndex((db) => db.pragma('user_version = 99'))],
  ['is cut in the middle', () => writeFileSync(file(), readFileSync(file()).subarray(0, 6_000))],
])('starts from nothing when the file %s', (_what, damage) => {
  put('a', 'one')
  write(open()).close()
  opened.pop()
  damage()
  expect(write(open()).ask('words', null)).toEqual(['one'])
})

it('makes the index anew when damage shows while it is in use', () => {
  for (let at = 0; at < 500; at += 1) put(`id-${at}`, 'word '.repeat(40))
  write(open()).close()
  opened.pop()
  overwritePages()
  const index = write(open())
  index.ask('words', null)
  expect(write(index).ask('words', null)).toHaveLength(500)
  expect(reports).not.toEqual([])
})

function withIndex(act: (db: BetterSqlite3.Database) => void): void {
  const db = new BetterSqlite3(file())
  act(db)
  db.close()
}

/** Leaves the first pages, by which a file is known, as they are. */
function overwritePages(): void {
  const handle = openSync(file(), 'r+')
  writeSync(handle, Buffer.alloc(60_000, 7), 0, 60_000, 4_096 * 6)
  closeSync(handle)
}

it('makes everything anew when it is told to, but for parts that stay', () => {
  log.exec("INSERT INTO words VALUES ('a', 'tide')")
  const index = open([wordPart(), { ...wordPart('dear'), stays: true }])
  while (index.step());
  const written = new BetterSqlite3(file())
  written.exec("UPDATE words_found SET word = 'wrong'; UPDATE dear_found SET word = 'dear'")
  written.close()
  index.rebuild()
  while (index.step());
  expect([index.ask('words', null), index.ask('dear', null), reports]).toEqual([['tide'], ['dear'], []])
})

it('looks through both files a piece at a time, and says where they differ', () => {
  log.prepare('INSERT INTO words VALUES (?, ?)').run('a', 'alpha')
  const part: IndexPart = {
    ...wordPart(),
    open: (place) => ({
      ...wordPart().open(place),
      check: () => {
        const kept = place.log.prepare<[], number>('SELECT count(*) FROM words').pluck().get() ?? 0
        const found = place.index.prepare<[], number>('SELECT count(*) FROM words_found').pluck().get() ?? 0
        return { part: 'memory', kept, missing: kept - found, extra: 0 }
      },
    }),
  }
  const index = open([part])
  const all = () => {
    const pieces = []
    for (let at = 0, piece = index.check(at); piece !== null; at += 1, piece = index.check(at))
      pieces.push(piece)
    return pieces
  }
  expect(all().flatMap(({ problems }) => problems)).toEqual([])
  expect(all().map(({ pieces }) => pieces)).toEqual(all().map(() => all().length))
  expect(all().at(-1)?.part).toEqual({ part: 'memory', kept: 1, missing: 1, extra: 0 })
  while (index.step());
  expect(all().at(-1)?.part).toEqual({ part: 'memory', kept: 1, missing: 0, extra: 0 })
})

it('names what of the database is damaged, and leaves it and the index alone', () => {
  fillLog()
  const whole = readFileSync(logFile())
  const part: IndexPart = {
    ...wordPart(),
    open: (place) => ({
      ...wordPart().open(place),
      check: () => {
        throw new BetterSqlite3.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT')
      },
    }),
  }
  const index = open([part])
  damageLog(20)
  const found = []
  for (let at = 0, piece = index.check(at); piece !== null; at += 1, piece = index.check(at))
    found.push(piece)
  expect(found.some(({ where, problems }) => where === 'database' && problems.length > 0)).toBe(true)
  expect(found.filter(({ where }) => where === 'index').flatMap(({ problems }) => problems)).toEqual([
    'index: database disk image is malformed',
  ])
  expect(reports).toEqual([])
  expect(readFileSync(logFile()).length).toBe(whole.length)
})

it('keeps the index when it is the database that is damaged, says so once, and goes on with what can be read', () => {
  fillLog()
  write(open()).close()
  opened.pop()
  const { length } = readFileSync(file())
  for (let page = 1; page < 60; page += 1) damageLog(page)
  const index = open()
  for (let at = 0; at < 20; at += 1) {
    index.changed('words', [`word ${at}`])
    expect(write(index).ask('words', null)).toHaveLength(2_000)
  }
  expect([reports, logReports]).toEqual([[], ['database disk image is malformed']])
  expect(readFileSync(file()).length).toBe(length)
})

function fillLog(): void {
  const add = log.prepare('INSERT INTO words VALUES (?, ?)')
  log.transaction(() => {
    for (let at = 0; at < 2_000; at += 1) add.run(`word ${at}`, 'long '.repeat(20))
  })()
  log.pragma('wal_checkpoint(TRUNCATE)')
}

function damageLog(page: number): void {
  const handle = openSync(logFile(), 'r+')
  writeSync(handle, Buffer.alloc(4_096, 0xff), 0, 4_096, page * 4_096)
  closeSync(handle)
}
