import BetterSqlite3, { type Database } from 'better-sqlite3'
import { expect, it } from 'vitest'
import { GOVERNANCE } from '#shared/events/governance.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { createLogRows } from './rows.ts'

/** The questions of the log, as they were prepared. */
function questions(): { db: Database; texts: readonly string[] } {
  const db = new BetterSqlite3(':memory:')
  for (const { sql } of MIGRATIONS) db.exec(sql)
  const texts: string[] = []
  const prepare = (text: string) => {
    texts.push(text)
    return db.prepare(text)
  }
  createLogRows(Object.assign(Object.create(db) as Database, { prepare }))
  return { db, texts }
}

/** Returns the SQLite query plan. NULL replaces the bound parameters. */
function planOf(db: Database, text: string): string {
  const lines = db.prepare<[], { detail: string }>(
    `EXPLAIN QUERY PLAN ${text.replaceAll(/\?|@\w+/g, 'NULL')}`,
  )
  return lines
    .all()
    .map(({ detail }) => detail)
    .join('\n')
}

it('looks for the events of a run and for what a chat has few of in the index made for it', () => {
  const { db, texts } = questions()
  const plans = texts.filter((text) => text.startsWith('SELECT')).map((text) => planOf(db, text))
  const using = (index: string) => plans.filter((plan) => plan.includes(`INDEX ${index} (`)).length
  expect(using('events_by_run')).toBe(3)
  expect(using('events_by_kind')).toBe(1)
  expect(using('sessions_by_project')).toBe(3)
  expect(plans.some((plan) => plan.includes('SCAN runs USING INDEX runs_unfinished'))).toBe(true)
})

it('finds the first of a run whatever it is that leads a conversation on', () => {
  const { db } = questions()
  const rows = createLogRows(db)
  const kinds = Object.entries(GOVERNANCE).filter(([, { leaf }]) => leaf === 'advance')
  expect(kinds.length).toBeGreaterThan(0)
  for (const [seq, [kind]] of kinds.entries()) {
    rows.insertEvent.run(kind, 'ses', seq, null, null, kind, null, kind, 0, 'cli', 1, '{}', null)
    expect(rows.firstOfRun.get(kind)).toMatchObject({ id: kind })
  }
})

it('reads no whole table of events', () => {
  const { db, texts } = questions()
  const asked = texts.filter(
    (text) => text.startsWith('SELECT') && text !== 'SELECT DISTINCT session_id AS id FROM events',
  )
  expect(asked.map((text) => planOf(db, text)).filter((plan) => /SCAN events\b/.test(plan))).toEqual([])
})

it('lists chats in the order of their index, however many there are', () => {
  const { db, texts } = questions()
  const lists = texts.filter((text) => text.includes('archived = 0') && text.includes('@limit'))
  expect(lists).toHaveLength(2)
  const [current, all] = lists.map((text) => planOf(db, text))
  expect(current).not.toContain('TEMP B-TREE')
  // Only the newest of both kinds are sorted together.
  expect(
    all?.match(/COVERING INDEX sessions_by_project \(project_id=\? AND deleted_at=\? AND archived=\?\)/g),
  ).toHaveLength(2)
})
