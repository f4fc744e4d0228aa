import { createPageRows, type PageWrite } from '../../src/main/knowledge/page-rows.ts'
import { countingIds } from '../support/data/counting-ids.ts'
import { tellIndexCrash } from '../support/hosts/index-crash.ts'

/** Enough that indexing goes on while somebody pulls the plug. */
const PAGES = 1_000

tellIndexCrash({
  name: 'pages',
  kept: PAGES,
  keep: (db) => {
    const newId = countingIds()
    const section = (at: number) =>
      `## Buoy ${at}\n\nIt marks ${at % 97} fathoms 浮标 and turns with the tide.\n`
    const write = (_: unknown, at: number): PageWrite => ({
      id: newId('page'),
      changeId: newId('pageChange'),
      act: 'imported',
      author: 'import',
      at,
      scope: { level: 'user' },
      origin: null,
      archived: false,
      removed: false,
      text: {
        title: `Chart ${at}`,
        body: [0, 1, 2].map((each) => section(at + each)).join('\n'),
        tags: ['sea'],
      },
    })
    createPageRows(db).write(Array.from({ length: PAGES }, write))
  },
  count: 'SELECT count(*) FROM knowledge_indexed',
  terms: (index) =>
    ['words', 'grams'].flatMap((name) => {
      index.exec(`CREATE VIRTUAL TABLE temp.${name} USING fts5vocab(main, 'knowledge_${name}', 'instance')`)
      return index
        .prepare<[], string>(
          `SELECT d.page_id || ' ' || d.start || ' ' || coalesce(t.offset, '') || ' ' || t.term AS term
           FROM temp.${name} AS t JOIN knowledge_docs AS d ON d.id = t.doc ORDER BY term`,
        )
        .pluck()
        .all()
    }),
  find: async ({ page, goTo }) => {
    await goTo('Memory')
    await page.getByRole('option', { name: /^Knowledge pages/ }).click()
    await page.getByRole('searchbox', { name: 'Search pages' }).fill(`chart ${PAGES - 1}`)
    await page.getByRole('option', { name: new RegExp(`Chart ${PAGES - 1}`) }).waitFor()
  },
})
