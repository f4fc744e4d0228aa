import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { systemClock } from '../src/main/lib/clock.ts'
import { silentLogger } from '../src/main/lib/logger.ts'
import { memoryIndexPart } from '../src/main/memory/index-part.ts'
import { createListRows } from '../src/main/memory/list-rows.ts'
import { createMemoryRows } from '../src/main/memory/rows.ts'
import { createMemorySearch, type MemorySearch } from '../src/main/memory/searching.ts'
import { createIndexClient } from '../src/main/search/index-client.ts'
import { openMeasured } from './bench-log.ts'
import { keepMemories, NOW, PROJECTS } from './kept-memories.ts'
import { median, timeOf, within } from './measure.ts'
import { atMost, type Bench, figure, type Row } from './row.ts'
import { createWords } from './search-words.ts'

const QUESTIONS = 400
const ITEMS = 100_000

type Words = ReturnType<typeof createWords>

/** Looking for something among 100,000 memories of four projects, asked of the worker as the app does. */
const search: Bench = async ({ root, folder }) => {
  const words = createWords()
  const log = openMeasured(folder, 'memory')
  keepMemories(log, words, ITEMS)
  const before = process.memoryUsage.rss()
  const index = createIndexClient({
    worker: pathToFileURL(join(root, 'out/headless/index-worker.process.js')),
    birth: {
      file: join(folder, 'index.db'),
      logFile: join(folder, 'memory.db'),
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
    const find = createMemorySearch({
      rows: createMemoryRows(log),
      lists: createListRows(log),
      now: () => NOW,
      ask: (question, stop) => index.ask(memoryIndexPart.name, question, stop),
    })
    return [
      ...(await questions(find, words, signal)),
      ...(await typed(find, words, signal)),
      figure('index 100,000 memories', indexing / 1_000, 's'),
      atMost('  longest pause of main meanwhile', pauses.max / 1e6, 'ms', 30),
      atMost('  memory gained meanwhile', (most - before) / 2 ** 20, 'MiB', 300),
    ]
  } finally {
    clearInterval(watch)
    await index.close()
    log.close()
  }
}
export default search

/** What a chat asks: several words, of which any may be found. */
async function questions(find: MemorySearch, words: Words, signal: AbortSignal): Promise<Row[]> {
  const ask = (kind: 'rare' | 'middling' | 'common', count: number) =>
    timeOf(() => {
      const question = `How does the ${words[kind]()} go with ${words[kind]()}?`
      const projectId = PROJECTS[count % PROJECTS.length] ?? null
      return find.fitting({ question, projectId, limit: 6, minScore: 0.3 }, signal)
    })
  for (let count = 0; count < 20; count += 1) await ask('middling', count)
  const times = { rare: [] as number[], middling: [] as number[], common: [] as number[] }
  const computing: number[] = []
  for (let count = 0; count < QUESTIONS; count += 1) {
    const kind = count % 10 < 6 ? 'rare' : count % 10 < 9 ? 'middling' : 'common'
    const before = process.cpuUsage()
    times[kind].push(await ask(kind, count))
    const { user, system } = process.cpuUsage(before)
    computing.push((user + system) / 1_000)
  }
  const all = [...times.rare, ...times.middling, ...times.common]
  return [
    atMost('what fits a question among 100,000, 95 of 100 within', within(all), 'ms', 20),
    figure('  middle one', median(all), 'ms'),
    figure('  in computing time of all threads, 95 of 100 within', within(computing), 'ms'),
    figure('  rare words', within(times.rare), 'ms'),
    figure('  middling words', within(times.middling), 'ms'),
    figure('  words in over 10 % of rows', within(times.common), 'ms'),
  ]
}

/** What a person types, in all projects. */
async function typed(find: MemorySearch, words: Words, signal: AbortSignal): Promise<Row[]> {
  const times: number[] = []
  for (let count = 0; count < QUESTIONS / 2; count += 1) {
    const text = count % 10 < 6 ? words.rare() : count % 10 < 9 ? words.middling() : words.common()
    times.push(await timeOf(() => find.typed(text, {}, { limit: 200, offset: 0 }, signal)))
  }
  return [
    figure('as somebody types, 95 of 100 within', within(times), 'ms'),
    figure('  middle one', median(times), 'ms'),
  ]
}
