import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HomeProgress } from '#shared/home/home-data.ts'
import { fill, smallDisk } from '../../../test/support/disk/small-disk.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { homePaths } from '../config/paths.ts'
import { openDatabase } from '../database/open-database.ts'
import { silentLogger } from '../lib/logger.ts'
import { backUp } from './back-up.ts'
import { backupFolders } from './backup-folders.ts'
import { checkDatabase } from './copied-database.ts'
import { restore } from './restore.ts'

const NOW = Date.UTC(2026, 10, 28)
const signal = new AbortController().signal
let folder: Awaited<ReturnType<typeof openTempFolder>>

beforeEach(async () => {
  folder = await openTempFolder('backups')
  await folder.write('home/config.toml', '# mine\n')
  await folder.write('home/blobs/ab/cd', 'picture')
  await folder.write('home/data/vault.enc.json', 'secret')
  await folder.write('home/data/home.lock', '')
  await folder.write('home/logs/main.log', 'line')
  await mkdir(folder.at('disk'))
})

const open = (home: string) => {
  const { database: file, backups } = homePaths(home)
  return openDatabase({ file, backups, now: () => NOW, logger: silentLogger })
}
type More = {
  readonly target?: string
  readonly report?: (progress: HomeProgress) => void
  readonly signal?: AbortSignal
}
const save = (more: More = {}) =>
  backUp({
    paths: homePaths(folder.at('home')),
    target: more.target ?? folder.at('disk'),
    appVersion: '1.2.3',
    now: NOW,
    report: more.report ?? (() => {}),
    signal: more.signal ?? signal,
  })
const put = (db: BetterSqlite3.Database, value: string) =>
  db.prepare('INSERT INTO backup_probe VALUES (?)').run(value)

describe('a backup', () => {
  it('is restored with what an open home had, and without secrets, locks and logs', async () => {
    const db = open(folder.at('home'))
    db.exec('CREATE TABLE backup_probe (value TEXT)')
    put(db, 'in the log only')
    const made = await save()
    put(db, 'later')
    db.close()
    expect(made).toBe(folder.at('disk/orrery-backup-2026-11-28'))
    expect((await readdir(made)).sort()).toEqual(['blobs', 'config.toml', 'data', 'orrery-backup.json'])
    expect(await readdir(join(made, 'data'))).toEqual(['orrery.db'])
    const home = folder.at('restored')
    expect(await restore({ backup: made, home, signal })).toMatchObject({ madeAt: NOW, appVersion: '1.2.3' })
    const again = open(home)
    expect(again.prepare('SELECT value FROM backup_probe').pluck().all()).toEqual(['in the log only'])
    again.close()
    expect(await readFile(join(home, 'blobs/ab/cd'), 'utf8')).toBe('picture')
    expect((await readdir(folder.at('disk'))).length).toBe(1)
  })

  it('gets a name of its own each time', async () => {
    open(folder.at('home')).close()
    await save()
    expect(await save()).toBe(folder.at('disk/orrery-backup-2026-11-28-2'))
  })

  it.each([
    ['inside the home', 'home/blobs', 'cannot lie inside'],
    ['that is not there', 'nowhere', 'There is no folder'],
    ['that is a file', 'home/config.toml', 'There is no folder'],
  ])('refuses a target %s', async (_name, target, words) => {
    open(folder.at('home')).close()
    await expect(save({ target: folder.at(target) })).rejects.toThrow(words)
  })

  it('refuses a home inside the target of a link', async () => {
    open(folder.at('home')).close()
    await symlink(folder.at('home'), folder.at('link'))
    await expect(save({ target: folder.at('link') })).rejects.toThrow('cannot lie inside')
  })

  it('leaves nothing behind when it is stopped or the database is damaged', async () => {
    open(folder.at('home')).close()
    await expect(save({ signal: AbortSignal.abort() })).rejects.toThrow()
    await writeFile(folder.at('home/data/orrery.db'), 'x'.repeat(8192))
    await expect(save()).rejects.toThrow('failed its check')
    expect(await readdir(folder.at('disk'))).toEqual([])
  })
})

describe('a backup that is made', () => {
  it('tells how far it is, remembers its folder, and keeps one moment of a home that is written to', async () => {
    const db = open(folder.at('home'))
    db.exec('CREATE TABLE backup_probe (value TEXT)')
    put(db, 'before')
    const phases = new Set<string>()
    const made = await save({
      report: ({ phase, done, total }) => {
        phases.add(phase)
        expect(done).toBeLessThanOrEqual(total)
        // As another process would, while pages are copied.
        if (phase === 'copying') put(db, 'meanwhile')
      },
    })
    db.close()
    expect([...phases]).toEqual(['counting', 'copying', 'checking'])
    const copy = new BetterSqlite3(join(made, 'data/orrery.db'), { readonly: true })
    expect(copy.prepare('SELECT DISTINCT value FROM backup_probe').pluck().all()).toEqual(['before'])
    copy.close()
    expect(await backupFolders(homePaths(folder.at('home')).backupFolders)).toEqual([folder.at('disk')])
  })

  it('refuses a disk without room, and leaves nothing on one that becomes full', async ({ skip }) => {
    open(folder.at('home')).close()
    const tiny = smallDisk(4_096) ?? skip()
    await expect(save({ target: tiny })).rejects.toThrow('has no room')
    const disk = smallDisk(32_768) ?? skip()
    let free = () => {}
    const report = ({ phase }: HomeProgress) => {
      if (phase === 'counting') return
      free()
      free = fill(disk)
    }
    await expect(save({ target: disk, report })).rejects.toThrow(/became full/)
    free()
    expect(await readdir(disk)).toEqual([])
  })

  it('stops between two pages and leaves nothing', async () => {
    open(folder.at('home')).close()
    const stop = new AbortController()
    const report = ({ phase }: HomeProgress) => phase === 'copying' && stop.abort()
    await expect(save({ report, signal: stop.signal })).rejects.toThrow()
    expect(await readdir(folder.at('disk'))).toEqual([])
  })
})

describe('a restore', () => {
  it('refuses a home that holds anything, and fills an empty one', async () => {
    open(folder.at('home')).close()
    const backup = await save()
    await expect(restore({ backup, home: folder.at('home'), signal })).rejects.toThrow('already')
    await mkdir(folder.at('empty'))
    await restore({ backup, home: folder.at('empty'), signal })
    expect(await readFile(folder.at('empty/config.toml'), 'utf8')).toBe('# mine\n')
  })

  it('refuses what is no whole backup and leaves no home', async () => {
    open(folder.at('home')).close()
    const backup = await save()
    const home = folder.at('new')
    await expect(restore({ backup: folder.at('disk'), home, signal })).rejects.toThrow('not a whole')
    const db = new BetterSqlite3(join(backup, 'data/orrery.db'))
    db.pragma('user_version = 100000')
    db.close()
    await expect(restore({ backup, home, signal })).rejects.toThrow('newer Orrery')
    await rm(join(backup, 'data'), { recursive: true })
    await expect(restore({ backup, home, signal })).rejects.toThrow('not a whole')
    expect((await readdir(folder.path)).sort()).toEqual(['disk', 'home'])
  })

  it('takes no link in place of a part', async () => {
    open(folder.at('home')).close()
    const backup = await save()
    await rm(join(backup, 'blobs'), { recursive: true })
    await symlink(folder.at('home'), join(backup, 'blobs'))
    await restore({ backup, home: folder.at('new'), signal })
    expect((await readdir(folder.at('new'))).sort()).toEqual(['config.toml', 'data'])
  })
})

it('says what is damaged in the words of SQLite, also where it cannot be checked through', async () => {
  const { database } = homePaths(folder.at('home'))
  open(folder.at('home')).close()
  expect(checkDatabase(database)).toBe('ok')
  const db = new BetterSqlite3(database)
  db.unsafeMode()
  db.pragma('writable_schema = ON')
  db.exec("UPDATE sqlite_schema SET sql = 'CREATE TABLE broken (' WHERE name = 'sessions'")
  db.close()
  expect(checkDatabase(database)).toMatch(/^malformed database schema/)
  await writeFile(database, 'no database '.repeat(1_000))
  expect(checkDatabase(database)).toBe('file is not a database')
  expect(() => checkDatabase(folder.at('gone.db'))).toThrow('unable to open')
})
