import { Worker } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import type { HomeProgress } from '#shared/home/home-data.ts'
import { type FromHomeThread, type HomeResults, type HomeTask, STOP } from './home-tasks.ts'

type Deps = {
  /** The built `home-worker`. */
  readonly file: URL
  /** Hears of the thread; what it returns is called when it is over. */
  readonly watch?: (worker: Worker, task: () => string | null) => () => void
}

type Asked = { readonly report: (progress: HomeProgress) => void; readonly signal: AbortSignal }

/** The time for a stopped thread to remove its copy. The rest is offered for removal. */
const GRACE_MS = 10_000

/**
 * Creates the start of threads, each for one task on a whole home. `run` rejects with an `AppError` of the task, with an
 * `Error` for a thread that broke down, or at once with the reason of the signal: a check of SQLite cannot be interrupted,
 * so a stopped thread removes its copy afterwards. `over` resolves when no thread is left.
 */
export function createHomeThread({ file, watch }: Deps) {
  const threads = new Set<Promise<void>>()
  const run = <Task extends HomeTask>(
    task: Task,
    { report, signal }: Asked,
  ): Promise<HomeResults[Task['kind']]> => {
    if (signal.aborted) return Promise.reject(signal.reason)
    let isOver = () => {}
    const thread = new Promise<void>((done) => {
      isOver = done
    }).finally(() => threads.delete(thread))
    threads.add(thread)
    return new Promise((resolve, reject) => {
      const worker = new Worker(file, { workerData: task })
      const left = watch?.(worker, () => null)
      let ended: Exclude<FromHomeThread, { t: 'progress' }> | null = null
      let failure: unknown = null
      let grace: ReturnType<typeof setTimeout> | null = null
      const stop = () => {
        worker.postMessage(STOP)
        reject(signal.reason)
        grace = setTimeout(() => void worker.terminate(), GRACE_MS)
      }
      signal.addEventListener('abort', stop, { once: true })
      worker.on('message', (message: FromHomeThread) => {
        if (message.t !== 'progress') ended = message
        else if (!signal.aborted) report(message.progress)
      })
      worker.on('error', (error) => {
        failure = error
      })
      worker.on('exit', (code) => {
        signal.removeEventListener('abort', stop)
        if (grace !== null) clearTimeout(grace)
        left?.()
        isOver()
        if (ended?.t === 'done') return resolve(ended.result as HomeResults[Task['kind']])
        if (ended?.problem) return reject(AppError.from(ended.problem))
        reject(failure ?? new Error(ended?.reason ?? `The thread ended unexpectedly (${code}).`))
      })
    })
  }
  return { run, over: async (): Promise<void> => void (await Promise.all(threads)) }
}
