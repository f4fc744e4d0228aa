import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { guardWrites } from './write-guard.ts'

function open() {
  const db = new BetterSqlite3(':memory:')
  db.exec('CREATE TABLE lines (n INTEGER)')
  const seen: unknown[] = []
  const count = db.prepare('SELECT count(*) FROM lines').pluck()
  const guarded = guardWrites(db, () => void seen.push(count.get()))
  return { guarded, seen, count }
}

it('comes before each write that stands for itself, however it is made', () => {
  const { guarded, seen, count } = open()
  guarded.prepare<[number]>('INSERT INTO lines VALUES (?)').run(1)
  expect(guarded.prepare('INSERT INTO lines VALUES (2) RETURNING n').get()).toEqual({ n: 2 })
  expect(guarded.prepare('INSERT INTO lines VALUES (3), (4) RETURNING n').pluck().all()).toEqual([3, 4])
  guarded.exec('DELETE FROM lines WHERE n = 1')
  const sum = guarded.transaction((left: number, right: number) => {
    guarded.prepare('INSERT INTO lines VALUES (5)').run()
    return left + right
  })
  expect(sum(2, 3)).toBe(5)
  expect([seen, count.get()]).toEqual([[0, 1, 2, 4, 3, 3], 4])
})

it('lets what only reads go straight through', () => {
  const { guarded, seen } = open()
  expect(guarded.prepare('SELECT n FROM lines').all()).toEqual([])
  expect(guarded.pragma('user_version', { simple: true })).toBe(0)
  expect([guarded.inTransaction, guarded.name, seen]).toEqual([false, ':memory:', []])
})
