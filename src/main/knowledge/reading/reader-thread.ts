import { Worker } from 'node:worker_threads'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ReadFile } from './read-page-file.ts'

type Deps = {
  /** The built `page-reader`. */
  readonly worker: URL
  readonly clock: Pick<Clock, 'schedule'>
  readonly logger: Logger
  /** Hears of the thread; what it returns is called when it is over. */
  readonly watch?: (worker: Worker, task: () => string | null) => () => void
}

/** A file that takes longer is passed over. */
const LIMIT_MS = 60_000
/** A thread that has nothing to do goes, with all the memory a PDF took. */
const IDLE_MS = 10_000

type Asked = { readonly answer: (found: ReadFile) => void; readonly path: string }

/** Reads files in a thread of its own, one after the other. */
export function createReaderThread({ worker: file, clock, logger, watch }: Deps) {
  let running: Worker | null = null
  let asked: Asked | null = null
  let line: Promise<unknown> = Promise.resolve()
  let stopIdle = () => {}

  const end = async (): Promise<void> => {
    stopIdle()
    const worker = running
    running = null
    await worker?.terminate()
  }
  const endSoon = () => {
    end().catch((error: unknown) => logger.error('The thread that reads files could not be ended', error))
  }
  const broke = (why: 'slow' | 'unreadable', reason: string) => {
    endSoon()
    if (asked === null) return
    logger.warn('A file could not be read', { path: asked.path, reason })
    asked.answer({ ok: false, why })
  }
  const start = (): Worker => {
    const worker = new Worker(file)
    const left = watch?.(worker, () => asked?.path ?? null)
    if (left !== undefined) worker.on('exit', left)
    worker.on('message', (found: ReadFile) => asked?.answer(found))
    worker.on('error', (error) => running === worker && broke('unreadable', String(error)))
    worker.on('exit', (code) => running === worker && broke('unreadable', `The thread ended (${code}).`))
    running = worker
    return worker
  }
  const ask = (path: string, signal: AbortSignal): Promise<ReadFile> => {
    signal.throwIfAborted()
    stopIdle()
    const worker = running ?? start()
    return new Promise<ReadFile>((resolve, reject) => {
      const over = () => {
        stopTimer()
        signal.removeEventListener('abort', stopped)
        asked = null
        stopIdle = clock.schedule(IDLE_MS, endSoon)
      }
      const stopped = () => {
        over()
        endSoon()
        reject(signal.reason)
      }
      const stopTimer = clock.schedule(LIMIT_MS, () => broke('slow', 'It took too long.'))
      const answer = (found: ReadFile) => {
        over()
        resolve(found)
      }
      asked = { path, answer }
      signal.addEventListener('abort', stopped, { once: true })
      worker.postMessage(path)
    })
  }
  return {
    read: (path: string, signal: AbortSignal): Promise<ReadFile> => {
      const found = line.then(() => ask(path, signal))
      line = found.catch(() => {})
      return found
    },
    close: end,
  }
}
