import { statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import { systemClock } from '../src/main/lib/clock.ts'
import { silentLogger } from '../src/main/lib/logger.ts'
import { type ChatSearch, createChatSearch } from '../src/main/search/chat-search.ts'
import { createIndexClient } from '../src/main/search/index-client.ts'
import { openBenchLog } from './bench-log.ts'
import { opening } from './conversation.ts'
import { median, timeOf } from './measure.ts'
import { atMost, type Bench, figure, type Row } from './row.ts'
import { createWords } from './search-words.ts'

const MESSAGES = 200_000
const CHATS = 400
const QUESTIONS = 400

type Words = ReturnType<typeof createWords>

/**
 * Looking for words in a log of 200,000 messages, asked from the main thread of the worker as the app does, and what
 * making the index costs.
 */
const search: Bench = async ({ root, folder }) => {
  const words = createWords()
  const first = fill(folder, words.message)
  const files = {
    file: join(folder, 'index.db'),
    logFile: join(folder, 'search.db'),
    blobs: join(folder, 'blobs'),
  }
  const index = createIndexClient({
    worker: pathToFileURL(join(root, 'out/headless/index-worker.process.js')),
    birth: files,
    clock: systemClock,
    logger: silentLogger,
  })
  const { signal } = new AbortController()
  try {
    const pauses = monitorEventLoopDelay({ resolution: 1 })
    pauses.enable()
    const indexing = await timeOf(() => index.settled(signal))
    pauses.disable()
    const chats = createChatSearch({ index, subscribe: () => () => {} })
    return [
      ...(await overAll(chats, words, signal)),
      ...(await inOne(chats, words, first, signal)),
      figure('index 200,000 messages', indexing / 1_000, 's'),
      figure('  longest pause of main meanwhile', pauses.max / 1e6, 'ms'),
      figure('  size of the index', statSync(files.file).size / 2 ** 20, 'MiB'),
      figure('  size of the log', statSync(files.logFile).size / 2 ** 20, 'MiB'),
    ]
  } finally {
    await index.close()
  }
}
export default search

async function overAll(chats: ChatSearch, words: Words, signal: AbortSignal): Promise<Row[]> {
  const ask = (query: string) => timeOf(() => chats.sessions({ query, offset: 0, limit: 40 }, signal))
  for (let count = 0; count < 20; count += 1) await ask(words.rare())
  const times = { rare: [] as number[], middling: [] as number[], common: [] as number[] }
  for (let count = 0; count < QUESTIONS; count += 1) {
    const kind = count % 10 < 6 ? 'rare' : count % 10 < 9 ? 'middling' : 'common'
    times[kind].push(await ask(words[kind]()))
  }
  const parts: number[] = []
  for (let count = 0; count < 60; count += 1) parts.push(await ask(words.part()))
  const all = [...times.rare, ...times.middling, ...times.common]
  return [
    atMost('find in 200,000 messages, 95 of 100 within', within(all), 'ms', 50),
    figure('  middle one', median(all), 'ms'),
    figure('  rare words', within(times.rare), 'ms'),
    figure('  middling words', within(times.middling), 'ms'),
    figure('  words in over 10 % of rows', within(times.common), 'ms'),
    figure('  parts of names in code', within(parts), 'ms'),
  ]
}

async function inOne(
  chats: ChatSearch,
  words: Words,
  sessionId: SessionId,
  signal: AbortSignal,
): Promise<Row[]> {
  const times: number[] = []
  for (let count = 0; count < 40; count += 1) {
    const query = count % 2 === 0 ? words.rare() : words.common()
    times.push(await timeOf(() => chats.inChat({ sessionId, query }, signal)))
  }
  return [figure('find in one chat of 500 messages, 95 of 100 within', within(times), 'ms')]
}

function fill(folder: string, text: () => string): SessionId {
  const log = openBenchLog({ folder, name: 'search' })
  log.db.pragma('synchronous = OFF')
  const { newId } = log
  const ids: SessionId[] = []
  for (let chat = 0; chat < CHATS; chat += 1) {
    const sessionId: SessionId = newId('session')
    const contextId: ContextId = newId('context')
    ids.push(sessionId)
    const said = Array.from({ length: MESSAGES / CHATS }, (_, count): NewDurableEvent => {
      const role = count % 2 === 0 ? 'user' : 'assistant'
      return {
        kind: 'message',
        contextId,
        payload: { message: { role, parts: [{ t: 'text', text: text() }] } },
      }
    })
    log.store.append(sessionId, [...opening(contextId, newId), ...said])
  }
  log.db.pragma('wal_checkpoint(TRUNCATE)')
  log.close()
  const [first] = ids
  if (first === undefined) throw new Error('Nothing was filled in.')
  return first
}

/** The time within which 95 of 100 are answered. */
function within(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}
