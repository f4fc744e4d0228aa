import { Worker } from 'node:worker_threads'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { FromIndex, IndexBirth, ToIndex } from './index-messages.ts'

export type IndexThreadDeps = {
  /** The built `index-worker`. */
  readonly worker: URL
  readonly birth: IndexBirth
  readonly clock: Clock
  readonly logger: Logger
  /** Hears of the thread; what it returns is called when it is over. */
  readonly watch?: (worker: Worker, task: () => string | null) => () => void
}

type Ears = {
  readonly heard: (message: FromIndex) => void
  /** It broke down; everything asked is lost. */
  readonly lost: () => void
}

/** Restart limit: after this many crashes within the window the thread stays down. */
const MOST_DEATHS = 4
const WINDOW_MS = 10 * 60_000

/** The one thread behind the index: started when it is needed, and again when it broke down, with a limit. */
export function createIndexThread(
  { worker: file, birth, clock, logger, watch }: IndexThreadDeps,
  ears: Ears,
) {
  let running: Worker | null = null
  let deaths: readonly number[] = []
  const mayStart = () => deaths.filter((at) => clock.elapsed() - at < WINDOW_MS).length < MOST_DEATHS

  const died = (worker: Worker, reason: unknown) => {
    if (running !== worker) return
    running = null
    deaths = [...deaths.slice(1 - MOST_DEATHS), clock.elapsed()]
    logger.error('The search index broke down', reason)
    ears.lost()
    start()
  }
  const start = (): Worker | null => {
    if (running !== null || !mayStart()) return running
    const worker = new Worker(file, { workerData: birth })
    const left = watch?.(worker, () => null)
    if (left !== undefined) worker.on('exit', left)
    worker.on('message', (message: FromIndex) => running === worker && ears.heard(message))
    worker.on('error', (error) => died(worker, error))
    worker.on('exit', (code) => died(worker, new Error(`The worker ended by itself (${code}).`)))
    running = worker
    return worker
  }
  const terminate = async (worker: Worker | null): Promise<void> => void (await worker?.terminate())

  return {
    isUp: () => running !== null,
    /** False when it has broken down too often to be started again. */
    start: (): boolean => start() !== null,
    post: (message: ToIndex): void => running?.postMessage(message),
    /** Ends a thread that does not answer; another one takes its place. */
    replace: (): void => {
      terminate(running).catch((error: unknown) => logger.error('The search index could not be ended', error))
    },
    /** Ends it for good. */
    end: (): Promise<void> => {
      const worker = running
      running = null
      return terminate(worker)
    },
  }
}
