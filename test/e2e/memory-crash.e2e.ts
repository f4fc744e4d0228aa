import { createMemoryRows, type Write } from '../../src/main/memory/rows.ts'
import { countingIds } from '../support/data/counting-ids.ts'
import { tellIndexCrash } from '../support/hosts/index-crash.ts'

/** Enough that indexing goes on while somebody pulls the plug. */
const ITEMS = 4_000

tellIndexCrash({
  name: 'memories',
  kept: ITEMS,
  keep: (db) => {
    const newId = countingIds()
    const write = (_: unknown, at: number): Write => ({
      id: newId('memory'),
      changeId: newId('memoryChange'),
      act: 'imported',
      author: 'import',
      at,
      scope: { level: 'user' },
      removed: false,
      source: null,
      text: { key: `buoy ${at}`, content: `Buoy number ${at} 浮标 marks ${at % 97} fathoms.`, tags: ['sea'] },
    })
    createMemoryRows(db).write(Array.from({ length: ITEMS }, write))
  },
  count: 'SELECT count(*) FROM memory_docs',
  terms: (index) => {
    index.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, 'memory_words', 'instance')")
    return index
      .prepare<[], string>(
        `SELECT d.item_id || ' ' || w.col || ' ' || w.offset || ' ' || w.term AS word
         FROM temp.words AS w JOIN memory_docs AS d ON d.id = w.doc ORDER BY word`,
      )
      .pluck()
      .all()
  },
  find: async ({ page, goTo }) => {
    await goTo('Memory')
    await page.getByRole('searchbox', { name: 'Search memory' }).fill(`buoy ${ITEMS - 1}`)
    await page.getByRole('option', { name: new RegExp(`buoy ${ITEMS - 1}`) }).waitFor()
  },
})
