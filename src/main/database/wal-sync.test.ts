import { readdir, readlink, rm } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { createWalSync } from './wal-sync.ts'

/** Returns the number of open handles of this process on a file. */
async function heldOpen(file: string): Promise<number> {
  const names = await readdir('/proc/self/fd')
  const places = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return places.filter((place) => place === file).length
}

async function open() {
  const file = (await openTempFolder('wal sync')).at('orrery.db')
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE kept (word TEXT)')
  return { db, wal: createWalSync(file), log: `${file}-wal` }
}

describe('the log of a database', () => {
  it.runIf(process.platform === 'linux')(
    'is held open once while it is written, and not at all after it was closed',
    async () => {
      const { db, wal, log } = await open()
      const bySqlite = await heldOpen(log)
      await Promise.all([wal.sync(), wal.sync()])
      expect(await heldOpen(log)).toBe(bySqlite + 1)
      await wal.close()
      // The last write may have been asked for in this moment.
      await wal.sync()
      expect(await heldOpen(log)).toBe(bySqlite)
      db.close()
    },
  )

  it('is on the disk when the database has taken it in, and cannot be had when somebody else took it', async () => {
    const { db, wal, log } = await open()
    await wal.sync()
    await wal.close()
    db.close()
    await expect(wal.sync()).resolves.toBeUndefined()
    const other = createWalSync(log)
    await rm(log, { force: true })
    await expect(other.sync()).rejects.toThrow('ENOENT')
  })
})
