import BetterSqlite3 from 'better-sqlite3'
import type { MemoryId, ProjectId } from '#shared/ids.ts'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { cutText } from '#shared/search/cut-text.ts'
import { memoryIndexPart } from '../src/main/memory/index-part.ts'
import { createListRows } from '../src/main/memory/list-rows.ts'
import { BY_PERSON, createMemory } from '../src/main/memory/memory.ts'
import { createMemoryRows } from '../src/main/memory/rows.ts'
import { createMemorySearch } from '../src/main/memory/searching.ts'
import { RECALL_DEFAULTS } from '../src/shared/memory/recall-settings.ts'
import { countingIds } from '../test/support/data/counting-ids.ts'
import { openMeasured } from './bench-log.ts'
import { type AskedItem, type AskedQuestion, readMemoryQuestions } from './memory-questions.ts'
import { atLeast, type Bench, figure, type Row } from './row.ts'

const PROJECT = 'prj_00000001' as ProjectId
const HERE: MemoryScope = { level: 'project', id: PROJECT }
const FIRST = 5

/** Answers with the ids of items, best first. */
type Finder = (question: string) => Promise<readonly string[]>

/**
 * How often the right thing is among the first five, for questions with known answers, beside plain BM25 over the same
 * words. Nothing here depends on how fast the machine is.
 */
const recall: Bench = async ({ root, folder }) => {
  const { items, questions } = readMemoryQuestions(root)
  const plain = plainBm25(items)
  const ours = openOurs(folder, items)
  try {
    const groups = [
      ['all questions', () => true],
      ['English', ({ lang }) => lang === 'en'],
      ['Chinese', ({ lang }) => lang === 'zh'],
      ['no word of the key', ({ sharesKeyWord }) => !sharesKeyWord],
      ['a sentence of the answer', ({ rule }) => rule === 'sentence'],
      ['a line that says what for', ({ rule }) => rule === 'summary'],
    ] as const satisfies readonly (readonly [string, (question: AskedQuestion) => boolean])[]
    const rows: Row[] = []
    for (const [name, fits] of groups) {
      const asked = questions.filter(fits)
      const [bare, hybrid] = [await shareFound(asked, plain), await shareFound(asked, ours.at(0))]
      // Five points, or 30 % of what was missing.
      const wanted = bare + Math.min(0.05, 0.3 * (1 - bare))
      if (rows.length === 0) rows.push(atLeast('recall@5, words fused', hybrid, '', round(wanted)))
      else rows.push(figure(`  ${name} (${asked.length})`, hybrid, ''))
      rows.push(figure('    plain BM25', bare, ''))
    }
    rows.push(
      figure(
        '  unasked, as a chat is given them',
        await shareFound(questions, ours.at(RECALL_DEFAULTS.minScore)),
        '',
      ),
    )
    return rows
  } finally {
    ours.close()
  }
}
export default recall

async function shareFound(questions: readonly AskedQuestion[], find: Finder): Promise<number> {
  let right = 0
  for (const { question, answer } of questions) if ((await find(question)).includes(answer)) right += 1
  return round(right / questions.length)
}

/** What SQLite finds by itself: every word of the question, as it stands, and its own order. */
function plainBm25(items: readonly AskedItem[]): Finder {
  const db = new BetterSqlite3(':memory:')
  db.exec("CREATE VIRTUAL TABLE words USING fts5(key, content, tokenize='unicode61')")
  const add = db.prepare('INSERT INTO words (rowid, key, content) VALUES (?, ?, ?)')
  items.forEach(
    ({ key, content }, at) => void add.run(at, cutText(key).join(' '), cutText(content).join(' ')),
  )
  const find = db.prepare<[string, number], { rowid: number }>(
    'SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?',
  )
  return async (question) => {
    const match = cutText(question)
      .map((word) => `"${word}"`)
      .join(' OR ')
    return find.all(match, FIRST).map(({ rowid }) => items[rowid]?.id ?? '')
  }
}

function openOurs(folder: string, items: readonly AskedItem[]) {
  const log = openMeasured(folder, 'recall')
  const index = new BetterSqlite3(':memory:')
  index.exec(memoryIndexPart.schema)
  const part = memoryIndexPart.open({ index, log, blobs: '' })
  const rows = createMemoryRows(log)
  const now = () => 1_700_000_000_000
  const memory = createMemory({
    rows,
    now,
    newId: countingIds(),
    isSecret: () => false,
    changed: part.changed,
  })
  const names = new Map<MemoryId, string>()
  // Items of one key are told apart, as the app does it; the question never holds what is added.
  items.forEach(({ id, key, content }, at) => {
    const text = { key: memory.byKey(HERE, key) === null ? key : `${key} ${at}`, content, tags: [] }
    const [made] = memory.save(HERE, text, BY_PERSON).ids
    if (made !== undefined) names.set(made, id)
  })
  while (part.step());
  const search = createMemorySearch({
    rows,
    lists: createListRows(log),
    now,
    ask: async (question) => part.ask(question),
  })
  const { signal } = new AbortController()
  const at =
    (minScore: number): Finder =>
    async (question) => {
      const found = await search.fitting({ question, projectId: PROJECT, limit: FIRST, minScore }, signal)
      return found.map(({ item }) => names.get(item.id) ?? '')
    }
  return { at, close: () => void log.close() }
}

function round(share: number): number {
  return Math.round(share * 1_000) / 1_000
}
