import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import type { ProjectId } from '#shared/ids.ts'
import { knowledgeIndexPart } from '../src/main/knowledge/index/index-part.ts'
import { createPageListRows } from '../src/main/knowledge/page-list-rows.ts'
import { createPageRows, type PageWrite } from '../src/main/knowledge/page-rows.ts'
import { createPageSearch } from '../src/main/knowledge/page-search.ts'
import { systemClock } from '../src/main/lib/clock.ts'
import { silentLogger } from '../src/main/lib/logger.ts'
import { createIndexClient } from '../src/main/search/index-client.ts'
import { countingIds } from '../test/support/data/counting-ids.ts'
import { openMeasured } from './bench-log.ts'
import { median, timeOf } from './measure.ts'
import { atMost, type Bench, figure } from './row.ts'
import { createWords } from './search-words.ts'

const PAGES = 10_000
const AT_ONCE = 200
const QUESTIONS = 200
const SECTIONS = 6
const NOW = 1_700_000_000_000
const PROJECT = 'prj_00000001' as ProjectId

type Words = ReturnType<typeof createWords>

/** Indexing 10,000 Markdown pages in the worker, and looking passages up in them. */
const knowledge: Bench = async ({ root, folder }) => {
  const words = createWords()
  const log = openMeasured(folder, 'knowledge')
  fill(log, words)
  const before = process.memoryUsage.rss()
  const index = createIndexClient({
    worker: pathToFileURL(join(root, 'out/headless/index-worker.process.js')),
    birth: {
      file: join(folder, 'index.db'),
      logFile: join(folder, 'knowledge.db'),
      blobs: join(folder, 'blobs'),
    },
    clock: systemClock,
    logger: silentLogger,
  })
  const { signal } = new AbortController()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 50)
  try {
    const pauses = monitorEventLoopDelay({ resolution: 1 })
    pauses.enable()
    const indexing = await timeOf(() => index.settled(signal))
    pauses.disable()
    const find = createPageSearch({
      rows: createPageRows(log),
      lists: createPageListRows(log),
      now: () => NOW,
      ask: (question, stop) => index.ask(knowledgeIndexPart.name, question, stop),
    })
    const times: number[] = []
    for (let count = 0; count < QUESTIONS; count += 1) {
      const kind = count % 10 < 6 ? 'rare' : count % 10 < 9 ? 'middling' : 'common'
      const question = `How does the ${words[kind]()} go with ${words[kind]()}?`
      const asked = { question, projectId: PROJECT, limit: 6, minScore: 0.25 }
      times.push(await timeOf(() => find.passages(asked, signal)))
    }
    const sorted = [...times].sort((left, right) => left - right)
    return [
      atMost('index 10,000 pages', indexing / 1_000, 's', 60),
      atMost('  longest pause of main meanwhile', pauses.max / 1e6, 'ms', 30),
      atMost('  memory gained meanwhile', (most - before) / 2 ** 20, 'MiB', 300),
      figure(
        'passages that fit a question, 95 of 100 within',
        sorted[Math.floor(QUESTIONS * 0.95)] ?? 0,
        'ms',
      ),
      figure('  middle one', median(times), 'ms'),
    ]
  } finally {
    clearInterval(watch)
    await index.close()
    log.close()
  }
}
export default knowledge

function fill(db: ReturnType<typeof openMeasured>, words: Words): void {
  db.pragma('synchronous = OFF')
  const rows = createPageRows(db)
  const newId = countingIds()
  const page = (at: number): PageWrite => ({
    id: newId('page'),
    changeId: newId('pageChange'),
    act: 'imported',
    author: 'import',
    at: NOW - at,
    scope: at % 10 === 0 ? { level: 'user' } : { level: 'project', id: PROJECT },
    origin: null,
    archived: false,
    removed: false,
    text: { title: `${words.middling()} ${at}`, body: bodyOf(words), tags: [words.middling()] },
  })
  for (let first = 0; first < PAGES; first += AT_ONCE) {
    rows.write(Array.from({ length: AT_ONCE }, (_, at) => page(first + at)))
  }
  db.pragma('wal_checkpoint(TRUNCATE)')
}

/** A page of a few sections, as somebody writes them. */
function bodyOf(words: Words): string {
  return Array.from(
    { length: SECTIONS },
    () => `## ${words.middling()} ${words.rare()}\n\n${words.message()}\n\n${words.message()}\n`,
  ).join('\n')
}
