import { getEventListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { createWalSync } from '../database/wal-sync.ts'
import { silentLogger } from '../lib/logger.ts'
import { createDisk } from './disk.ts'

const { signal } = new AbortController()
const NOTHING_LATE = { flush: () => {}, drop: () => {} }
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A disk that is done when the test says so, and refuses commits when it says so. */
function openHeld() {
  const file = join(folder, `${Math.random()}.db`)
  const real = openDatabase({ file, backups: folder, now: Date.now, logger: silentLogger })
  real.exec('CREATE TABLE lines (n INTEGER)')
  const full = { isFull: false }
  const exec = (sql: string) => {
    if (sql === 'COMMIT' && full.isFull) throw new BetterSqlite3.SqliteError('full', 'SQLITE_FULL')
    return real.exec(sql)
  }
  const db: Database = Object.assign(Object.create(real), { exec })
  const other = new BetterSqlite3(file, { readonly: true })
  const begun: { resolve: () => void; reject: (error: Error) => void; rows: number }[] = []
  const reports: unknown[] = []
  const insert = real.prepare<[number]>('INSERT INTO lines VALUES (?)')
  const countIn = (of: Database) => of.prepare<[], number>('SELECT count(*) FROM lines').pluck().get() ?? 0
  const disk = createDisk({
    db,
    soon: setImmediate,
    late: NOTHING_LATE,
    // Only what is committed can be brought to the disk.
    sync: () =>
      new Promise<void>((resolve, reject) => void begun.push({ resolve, reject, rows: countIn(other) })),
    report: (error) => void reports.push(error),
  })
  const write = (n: number) => disk.write(() => void insert.run(n))
  const mode = () => real.pragma('synchronous', { simple: true })
  const close = () => {
    other.close()
    real.close()
  }
  const [count, stored] = [() => countIn(real), () => countIn(other)]
  return { db: real, disk, full, begun, reports, write, count, stored, mode, close }
}

/** Lets all pending work run. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a disk beside the thread that writes', () => {
  it('listens to a signal once, however many wait with it', async () => {
    const { disk, begun, write } = openHeld()
    const stopping = new AbortController()
    write(1)
    const waiting = Array.from({ length: 30 }, () => disk.settled(stopping.signal))
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1)
    await turn()
    begun[0]?.resolve()
    await Promise.all(waiting)
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0)
    write(2)
    const stopped = Promise.allSettled([disk.settled(stopping.signal), disk.settled(stopping.signal)])
    stopping.abort(new Error('stopped'))
    expect((await stopped).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0)
  })

  it('is asked once for all that was written meanwhile', async () => {
    const { disk, begun, write } = openHeld()
    write(1)
    write(2)
    await turn()
    expect(begun.map(({ rows }) => rows)).toEqual([2])
    write(3)
    write(4)
    await turn()
    expect(begun).toHaveLength(1)
    begun[0]?.resolve()
    await turn()
    expect(begun.map(({ rows }) => rows)).toEqual([2, 4])
    expect(disk.isSettled()).toBe(false)
    begun[1]?.resolve()
    await disk.settled(signal)
    expect(disk.isSettled()).toBe(true)
  })

  it('lets nobody go on before what they wrote is safe', async () => {
    const { disk, begun, write } = openHeld()
    const passed: string[] = []
    write(1)
    await turn()
    write(2)
    disk.settled(signal).then(
      () => passed.push('second'),
      () => {},
    )
    begun[0]?.resolve()
    await turn()
    expect(passed).toEqual([])
    // Writes made during the disk sync are committed at the end of their turn and synced afterwards.
    await turn()
    begun[1]?.resolve()
    await turn()
    expect(passed).toEqual(['second'])
  })

  it('only lets transactions of the log go on without waiting', () => {
    const { db, disk, mode } = openHeld()
    expect(mode()).toBe(2)
    disk.write(() => expect(mode()).toBe(1))
    expect(mode()).toBe(2)
    disk.write(() => {})
    expect(mode()).toBe(1)
    disk.commit()
    expect(mode()).toBe(2)
    expect(() =>
      disk.write(() => {
        throw new Error('no room')
      }),
    ).toThrow('no room')
    expect(mode()).toBe(2)
    db.transaction(() => disk.write(() => expect(mode()).toBe(2)))()
  })

  it('commits at the end of the turn, and says when other connections can read it', async () => {
    const { disk, write, stored } = openHeld()
    const told: number[] = []
    write(1)
    disk.whenStored(() => told.push(stored()))
    write(2)
    disk.whenStored(() => told.push(stored()))
    write(3)
    expect([told, disk.isSettled(), stored()]).toEqual([[1], false, 1])
    await turn()
    expect([told, disk.isSettled(), stored()]).toEqual([[1, 3], false, 3])
  })

  it('stores all the same when somebody who is told of it fails', async () => {
    const { disk, write, stored, reports } = openHeld()
    const told: string[] = []
    write(1)
    write(2)
    disk.whenStored(() => {
      throw new Error('cannot hear')
    })
    disk.whenStored(() => told.push('second'))
    await turn()
    expect([stored(), told, reports]).toEqual([2, ['second'], [new Error('cannot hear')]])
  })

  it('tells who waits when it is full, keeps what was written, and takes up again when there is room', async () => {
    const { disk, full, begun, write, count, stored, reports } = openHeld()
    const told: number[] = []
    write(1)
    full.isFull = true
    write(2)
    disk.whenStored(() => told.push(stored()))
    const waiting = disk.settled(signal)
    await expect(waiting).rejects.toMatchObject({ code: 'db.full' })
    await expect(disk.settled(signal)).rejects.toMatchObject({ code: 'db.full' })
    expect(() => write(3)).toThrow('full')
    expect([disk.isStuck(), count(), stored(), reports.length, told]).toEqual([true, 2, 1, 1, []])
    full.isFull = false
    const again = disk.settled(signal)
    for (let at = 0; at < 2; at += 1) {
      await turn()
      begun[at]?.resolve()
    }
    await again
    expect([disk.isStuck(), stored(), told]).toEqual([false, 2, [2]])
  })

  it('takes nothing that is written alone while it is full', async () => {
    const { disk, full, write, count } = openHeld()
    full.isFull = true
    expect(() => write(1)).toThrow('full')
    expect([disk.isStuck(), disk.isSettled(), count()]).toEqual([false, true, 0])
    full.isFull = false
    write(2)
    expect(count()).toBe(1)
  })

  it('is waited for by every transaction once it has failed, and whoever waited hears of it', async () => {
    const { disk, begun, write, reports, mode } = openHeld()
    write(1)
    const waiting = disk.settled(signal)
    await turn()
    begun[0]?.reject(new Error('EIO'))
    await expect(waiting).rejects.toMatchObject({ code: 'db.full' })
    expect(reports).toHaveLength(1)
    disk.write(() => expect(mode()).toBe(2))
    expect(disk.isSettled()).toBe(true)
  })

  it('can be waited for no longer than one wants', async () => {
    const { disk, begun, write } = openHeld()
    const stopped = new AbortController()
    write(1)
    const waiting = disk.settled(stopped.signal)
    stopped.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await turn()
    begun[0]?.resolve()
    await disk.settled(signal)
  })

  it('never says of a row that it is safe which no sync has seen', async () => {
    const act = fc.constantFrom('write', 'wait', 'sync', 'turn', 'commit')
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const { disk, begun, write, count, close } = openHeld()
        let done = 0
        const safe = () => begun.slice(0, done).reduce((most, { rows }) => Math.max(most, rows), 0)
        const checks: Promise<void>[] = []
        for (const what of acts) {
          if (what === 'write') write(0)
          else if (what === 'turn') await turn()
          else if (what === 'commit') disk.commit()
          else if (what === 'wait') {
            const rows = count()
            checks.push(disk.settled(signal).then(() => expect(safe()).toBeGreaterThanOrEqual(rows)))
          } else if (done < begun.length) {
            begun[done]?.resolve()
            done += 1
          }
        }
        while (!disk.isSettled()) {
          await turn()
          for (; done < begun.length; done += 1) begun[done]?.resolve()
        }
        await Promise.all(checks)
        close()
      }),
      { numRuns: 40 },
    )
  })
})

it('brings a real database to a real disk, and lets its file go', async () => {
  const file = join(folder, 'real.db')
  const db = openDatabase({ file, backups: folder, now: Date.now, logger: silentLogger })
  db.exec('CREATE TABLE lines (n INTEGER)')
  const wal = createWalSync(file)
  const report = (error: unknown): never => {
    throw error
  }
  const disk = createDisk({ db, late: NOTHING_LATE, sync: wal.sync, soon: setImmediate, report })
  for (let n = 0; n < 5; n += 1) {
    disk.write(() => void db.exec(`INSERT INTO lines VALUES (${n})`))
    await disk.settled(signal)
  }
  await wal.close()
  db.close()
})
