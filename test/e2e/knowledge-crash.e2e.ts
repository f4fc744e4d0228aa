import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/main/database/open-database.ts'
import { createPageRows, type PageWrite } from '../../src/main/knowledge/page-rows.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { countingIds } from '../support/counting-ids.ts'
import { PATIENCE_MS } from '../support/desktop.ts'
import { personAt } from '../support/desktop-person.ts'
import { tellStory } from '../support/desktop-story.ts'

const story = tellStory({ inOrder: true })
/** Enough that indexing goes on while somebody pulls the plug. */
const PAGES = 3_000
const data = join(story.home, 'data')
const indexFile = join(data, 'index.db')
const within = { timeout: 4 * PATIENCE_MS, interval: 5 }

/** Puts pages where the app will find them with its next start. */
function keepPages(): void {
  mkdirSync(data, { recursive: true })
  const db = openDatabase({
    file: join(data, 'orrery.db'),
    backups: tmpdir(),
    ...{ now: Date.now, logger: silentLogger },
  })
  const newId = countingIds()
  const section = (at: number) =>
    `## Buoy ${at}\n\nIt marks ${at % 97} fathoms 浮标 and turns with the tide.\n`
  const write = (_: unknown, at: number): PageWrite => ({
    ...{ id: newId('page'), changeId: newId('pageChange'), act: 'imported', author: 'import', at },
    ...{ scope: { level: 'user' }, origin: null, archived: false, removed: false },
    text: {
      title: `Chart ${at}`,
      body: [0, 1, 2].map((each) => section(at + each)).join('\n'),
      tags: ['sea'],
    },
  })
  createPageRows(db).write(Array.from({ length: PAGES }, write))
  db.close()
}

/** What an index holds: every word and every group of characters of every passage, wherever the rows lie. */
function termsIn(file: string): string[] {
  const db = new Database(file)
  try {
    return ['words', 'grams'].flatMap((name) => {
      db.exec(`CREATE VIRTUAL TABLE temp.${name} USING fts5vocab(main, 'knowledge_${name}', 'instance')`)
      return db
        .prepare<[], string>(
          `SELECT d.page_id || ' ' || d.start || ' ' || coalesce(t.offset, '') || ' ' || t.term AS term
           FROM temp.${name} AS t JOIN knowledge_docs AS d ON d.id = t.doc ORDER BY term`,
        )
        .pluck()
        .all()
    })
  } finally {
    db.close()
  }
}

/** How many pages are indexed, seen from outside. */
function indexed(): number {
  if (!existsSync(indexFile)) return 0
  const db = new Database(indexFile, { readonly: true })
  try {
    return db.prepare<[], number>('SELECT count(*) FROM knowledge_indexed').pluck().get() ?? 0
  } catch {
    // It is being made in this moment.
    return 0
  } finally {
    db.close()
  }
}

describe('the index of pages', () => {
  it('is completed after the plug was pulled while it was written, and equals a new one', async () => {
    keepPages()
    const first = await story.start()
    await expect.poll(indexed, within).toBeGreaterThan(0)
    await first.kill()
    expect(indexed()).toBeLessThan(PAGES)

    const second = await story.start()
    await expect.poll(indexed, within).toBe(PAGES)
    const person = personAt(second.page)
    await person.goTo('Memory')
    await person.page.getByRole('option', { name: /^Knowledge pages/ }).click()
    await person.page.getByRole('searchbox', { name: 'Search pages' }).fill(`chart ${PAGES - 1}`)
    await person.page.getByRole('option', { name: new RegExp(`Chart ${PAGES - 1}`) }).waitFor()
    await second.quit()
    const completed = termsIn(indexFile)

    for (const end of ['', '-wal', '-shm']) rmSync(`${indexFile}${end}`, { force: true })
    const third = await story.start()
    await expect.poll(indexed, within).toBe(PAGES)
    await third.quit()
    expect(termsIn(indexFile).length).toBe(completed.length)
    expect(termsIn(indexFile)).toEqual(completed)
  })
})
