import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openKnowledgeRig } from '../../../../test/support/rigs/knowledge/knowledge-rig.ts'
import { HERE } from '../../../../test/support/rigs/knowledge/memory-rig.ts'
import { knowledgeIndexPart } from './index-part.ts'

const { signal } = new AbortController()

/** Everything an index holds, without the numbers it gave. */
function contentOf(index: BetterSqlite3.Database): unknown[] {
  index.exec(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.seen USING fts5vocab(main, knowledge_words, instance);' +
      'CREATE VIRTUAL TABLE IF NOT EXISTS temp.grams USING fts5vocab(main, knowledge_grams, instance)',
  )
  const place = `d.page_id || ' ' || d.start || ' ' || d."end" || ' ' || d.heading || ' ' || d.archived`
  return [
    index.prepare('SELECT page_id, version FROM knowledge_indexed ORDER BY page_id').all(),
    ...['seen', 'grams'].map((name) =>
      index
        .prepare(`SELECT ${place} || ' ' || coalesce(w.col, '') || ' ' || coalesce(w.offset, '') || ' ' || w.term AS t
          FROM temp.${name} AS w JOIN knowledge_docs AS d ON d.id = w.doc ORDER BY t`)
        .pluck()
        .all(),
    ),
  ]
}

function fresh() {
  const index = new BetterSqlite3(':memory:')
  onTestFinished(() => void index.close())
  index.exec(knowledgeIndexPart.schema)
  return index
}

describe('the index of pages', () => {
  it('equals a new one, however often it was ended in the middle and whatever changed meanwhile', () => {
    const { db, pages, keep } = openKnowledgeRig()
    const long = `# One\n${'tide and time 潮汐 '.repeat(6_000)}`
    const ids = Array.from({ length: 30 }, (_, at) =>
      keep(HERE, `Page ${at}`, at % 5 === 0 ? long : `tide ${at}`),
    )
    const index = fresh()
    // Each opening is a new start of the process: all it remembers is the file.
    for (let start = 0; start < 12; start += 1) {
      const part = knowledgeIndexPart.open({ index, log: db, blobs: '' })
      part.compare()
      for (let step = 0; step < 4; step += 1) part.step()
      const [id, other] = [ids[start], ids[29 - start]]
      if (id !== undefined) pages.edit(id, { title: `Page ${start}`, body: `ebb ${start}`, tags: [] })
      if (other !== undefined) pages.bulk([other], { act: 'remove' })
      const third = ids[start + 12]
      if (third !== undefined && start < 4) pages.bulk([third], { act: 'archive' })
    }
    const part = knowledgeIndexPart.open({ index, log: db, blobs: '' })
    part.compare()
    while (part.step());
    const clean = fresh()
    const again = knowledgeIndexPart.open({ index: clean, log: db, blobs: '' })
    again.compare()
    while (again.step());
    expect(contentOf(index)).toEqual(contentOf(clean))
    expect(part.ask({ t: 'standing' })).toEqual({ indexed: 18, behind: 0 })
  })

  it('starts anew when the log is an older copy', () => {
    const { db, index, part, keep, settle } = openKnowledgeRig()
    keep(HERE, 'Tides', 'Twice a day.')
    settle()
    index.exec('UPDATE knowledge_position SET at = 900')
    part.compare()
    settle()
    expect(db.prepare('SELECT max(version) FROM knowledge_versions').pluck().get()).toBe(
      index.prepare('SELECT at FROM knowledge_position').pluck().get(),
    )
  })

  it('knows a page without words by its title', async () => {
    const { search, keep } = openKnowledgeRig()
    keep(HERE, 'Harbour master', '')
    const { hits } = await search.typed('harbour', {}, { limit: 5, offset: 0 }, signal)
    expect(hits).toHaveLength(1)
  })
})
