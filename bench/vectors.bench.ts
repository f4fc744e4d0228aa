import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { systemClock } from '../src/main/lib/clock.ts'
import { silentLogger } from '../src/main/lib/logger.ts'
import { memoryIndexPart } from '../src/main/memory/index-part.ts'
import { createListRows } from '../src/main/memory/list-rows.ts'
import { createMemoryRows } from '../src/main/memory/rows.ts'
import { createMemorySearch } from '../src/main/memory/searching.ts'
import { createIndexClient } from '../src/main/search/index-client.ts'
import { Unembedded } from '../src/main/vectors/vector-question.ts'
import { openMeasured } from './bench-log.ts'
import { keepMemories, NOW, PROJECTS } from './kept-memories.ts'
import { median, timeOf, within } from './measure.ts'
import { atMost, type Bench, figure } from './row.ts'
import { createWords } from './search-words.ts'

const ITEMS = 100_000
/** As wide as what small models answer with. */
const DIMENSIONS = 384
const TOPICS = 200
/** As many as can be asked for at once. */
const BATCH = 256
const QUESTIONS = 100
const MODEL = 'bench'

/** Keeping the vectors of 100,000 memories of four projects, and looking for what lies near a question in one. */
const vectors: Bench = async ({ root, folder }) => {
  const log = openMeasured(folder, 'memory')
  keepMemories(log, createWords(), ITEMS)
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
  const ask = (question: unknown) => index.ask(memoryIndexPart.name, question, signal)
  try {
    await index.settled(signal)
    const pauses = monitorEventLoopDelay({ resolution: 1 })
    pauses.enable()
    const keeping = await timeOf(() => embedAll(ask))
    pauses.disable()
    const find = createMemorySearch({
      rows: createMemoryRows(log),
      lists: createListRows(log),
      now: () => NOW,
      ask,
    })
    const times: number[] = []
    for (let count = 0; count < QUESTIONS; count += 1) {
      const projectId = PROJECTS[count % PROJECTS.length] ?? null
      const near = { model: MODEL, vector: vectorOf(count) }
      const asked = { question: 'What goes with it?', projectId, limit: 6, minScore: 0.3, near }
      times.push(await timeOf(() => find.fitting(asked, signal)))
    }
    return [
      figure('keep the vectors of 100,000 memories', keeping / 1_000, 's'),
      atMost('  longest pause of main meanwhile', pauses.max / 1e6, 'ms', 30),
      figure('what lies near a question in one of four projects, 95 of 100 within', within(times), 'ms'),
      figure('  middle one', median(times), 'ms'),
    ]
  } finally {
    await index.close()
    log.close()
  }
}
export default vectors

/** As the app does it, with vectors made up here. */
async function embedAll(ask: (question: unknown) => Promise<unknown>): Promise<void> {
  for (let made = 0; ; ) {
    const { texts, unable } = Unembedded.parse(await ask({ t: 'unembedded', model: MODEL, limit: BATCH }))
    if (unable !== null) throw new Error(unable)
    if (texts.length === 0) return
    const answers = texts.map(({ hash }, at) => ({ hash, vector: vectorOf(made + at) }))
    await ask({ t: 'embedded', model: MODEL, unlike: 0, vectors: answers })
    made += texts.length
  }
}

/** A vector of one of some topics, near to the others of that topic and not the same. */
function vectorOf(number: number): Float32Array<ArrayBuffer> {
  let topic = (number % TOPICS) + 1
  let own = number + 1
  return Float32Array.from({ length: DIMENSIONS }, () => {
    topic = (topic * 48_271) % 2_147_483_647
    own = (own * 69_621) % 2_147_483_647
    return topic / 2_147_483_647 - 0.5 + (own / 2_147_483_647 - 0.5) / 2
  })
}
