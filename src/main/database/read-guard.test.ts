import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { guardReads } from './read-guard.ts'

function open() {
  const db = new BetterSqlite3(':memory:')
  db.exec('CREATE TABLE lines (n INTEGER); CREATE TABLE more_lines (n INTEGER)')
  let late: number[] = []
  const flush = () => {
    for (const n of late) db.exec(`INSERT INTO lines VALUES (${n})`)
    late = []
  }
  return { db: guardReads(db, ['lines', 'others'], flush), put: (n: number) => void late.push(n) }
}

it('lets nobody read these tables before what is late was written, however they read', () => {
  const { db, put } = open()
  put(1)
  const all = db.prepare('SELECT n FROM lines ORDER BY n').pluck()
  expect(all.all()).toEqual([1])
  put(2)
  expect(db.prepare('WITH l AS (SELECT * FROM LINES) SELECT max(n) FROM l').pluck().get()).toBe(2)
  put(3)
  expect([...all.iterate()]).toEqual([1, 2, 3])
  put(4)
  expect(db.prepare('DELETE FROM lines WHERE n = 4 RETURNING n').pluck().all()).toEqual([4])
})

it('has nothing written for who reads others, or only writes', () => {
  const { db, put } = open()
  put(1)
  expect(db.prepare('SELECT count(*) FROM more_lines').pluck().get()).toBe(0)
  expect(db.prepare('DELETE FROM lines').run().changes).toBe(0)
  expect([db.name, db.inTransaction]).toEqual([':memory:', false])
  expect(db.prepare('SELECT count(*) FROM lines').pluck().get()).toBe(1)
})
