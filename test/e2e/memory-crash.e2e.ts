import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/main/database/open-database.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { createMemoryRows, type Write } from '../../src/main/memory/rows.ts'
import { countingIds } from '../support/counting-ids.ts'
import { PATIENCE_MS } from '../support/desktop.ts'
import { personAt } from '../support/desktop-person.ts'
import { tellStory } from '../support/desktop-story.ts'

const story = tellStory({ inOrder: true })
/** Enough that indexing goes on while somebody pulls the plug. */
const ITEMS = 12_000
const data = join(story.home, 'data')
const indexFile = join(data, 'index.db')

/** Puts memories where the app will find them with its next start. */
function remember(): void {
  mkdirSync(data, { recursive: true })
  const db = openDatabase({
    file: join(data, 'orrery.db'),
    backups: tmpdir(),
    ...{ now: Date.now, logger: silentLogger },
  })
  const newId = countingIds()
  const write = (_: unknown, at: number): Write => ({
    ...{ id: newId('memory'), changeId: newId('memoryChange'), act: 'imported', author: 'import', at },
    ...{ scope: { level: 'user' }, removed: false, source: null },
    text: { key: `buoy ${at}`, content: `Buoy number ${at} 浮标 marks ${at % 97} fathoms.`, tags: ['sea'] },
  })
  createMemoryRows(db).write(Array.from({ length: ITEMS }, write))
  db.close()
}

/** What an index holds: every word of every item, wherever the rows lie. */
function wordsIn(file: string): string[] {
  const db = new Database(file)
  try {
    db.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, 'memory_words', 'instance')")
    return db
      .prepare<[], string>(
        `SELECT d.item_id || ' ' || w.col || ' ' || w.offset || ' ' || w.term AS word
         FROM temp.words AS w JOIN memory_docs AS d ON d.id = w.doc ORDER BY word`,
      )
      .pluck()
      .all()
  } finally {
    db.close()
  }
}

/** How many memories are indexed, seen from outside. */
function indexed(): number {
  if (!existsSync(indexFile)) return 0
  const db = new Database(indexFile, { readonly: true })
  try {
    return db.prepare<[], number>('SELECT count(*) FROM memory_docs').pluck().get() ?? 0
  } catch {
    // It is being made in this moment.
    return 0
  } finally {
    db.close()
  }
}

const within = { timeout: 4 * PATIENCE_MS, interval: 5 }

describe('the index of memories', () => {
  it('is completed after the plug was pulled while it was written, and equals a new one', async () => {
    remember()
    const first = await story.start()
    await expect.poll(indexed, within).toBeGreaterThan(0)
    await first.kill()
    expect(indexed()).toBeLessThan(ITEMS)

    const second = await story.start()
    await expect.poll(indexed, within).toBe(ITEMS)
    const person = personAt(second.page)
    await person.goTo('Memory')
    await person.page.getByRole('searchbox', { name: 'Search memory' }).fill(`buoy ${ITEMS - 1}`)
    await person.page.getByRole('option', { name: new RegExp(`buoy ${ITEMS - 1}`) }).waitFor()
    await second.quit()
    const completed = wordsIn(indexFile)

    for (const end of ['', '-wal', '-shm']) rmSync(`${indexFile}${end}`, { force: true })
    const third = await story.start()
    await expect.poll(indexed, within).toBe(ITEMS)
    await third.quit()
    expect(wordsIn(indexFile).length).toBe(completed.length)
    expect(wordsIn(indexFile)).toEqual(completed)
  })
})
