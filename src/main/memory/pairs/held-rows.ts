import type { Database } from 'better-sqlite3'
import type { MemoryId } from '#shared/ids.ts'
import { pairName } from './pair-name.ts'

/** Whether an item still has the text of that version. Tags do not matter. */
const unchanged = (item: string, version: string) =>
  `(SELECT (v.key, v.content) = (i.key, i.content) FROM memory_items AS i, memory_versions AS v
    WHERE i.id = h.${item} AND v.version = h.${version})`

/** SQL about pairs of which the person said that both hold. What is changed afterwards is to be asked about again. */
export function createHeldRows(db: Database) {
  const all = db.prepare<[], { one: MemoryId; other: MemoryId }>(
    `SELECT h.one, h.other FROM memory_both_hold AS h
     WHERE ${unchanged('one', 'one_version')} AND ${unchanged('other', 'other_version')}`,
  )
  const put = db.prepare<[{ one: MemoryId; other: MemoryId; at: number }]>(
    `INSERT OR REPLACE INTO memory_both_hold (one, other, one_version, other_version, at)
     SELECT a.id, b.id, a.version, b.version, @at FROM memory_items AS a, memory_items AS b
     WHERE a.id = @one AND b.id = @other`,
  )
  const drop = db.prepare<[{ one: MemoryId; other: MemoryId }]>(
    'DELETE FROM memory_both_hold WHERE one = @one AND other = @other',
  )
  return {
    all: (): ReadonlySet<string> => new Set(all.all().map(({ one, other }) => pairName(one, other))),
    put: (left: MemoryId, right: MemoryId, at: number): void => void put.run({ ...ordered(left, right), at }),
    drop: (left: MemoryId, right: MemoryId): void => void drop.run(ordered(left, right)),
  }
}

export type HeldRows = ReturnType<typeof createHeldRows>

function ordered(left: MemoryId, right: MemoryId) {
  return left < right ? { one: left, other: right } : { one: right, other: left }
}
