import { Worker } from 'node:worker_threads'
import type { Clock } from '../../lib/clock.ts'
import { isErrno } from '../../lib/errno.ts'
import type { PdfText } from './read-pdf.ts'

type Deps = {
  /** The built `page-reader`. */
  readonly worker: URL
  readonly clock: Pick<Clock, 'schedule'>
  /** Hears of the thread; what it returns is called when it is over. */
  readonly watch?: (worker: Worker, task: () => string | null) => () => void
  /** Limits of one PDF: time in milliseconds, memory in bytes. */
  readonly limitMs?: number
  readonly mostBytes?: number
}

const LIMIT_MS = 20_000
const HEAP_MB = 512
const MOST_BYTES = 768 * 1024 * 1024
/** Interval of memory checks, in milliseconds. */
const LOOK_MS = 100

/** The pages of a PDF, or the reason it is unreadable. */
export type ThreadPdf = readonly string[] | Exclude<PdfText, object> | 'large_pdf' | 'slow_pdf'

/**
 * Reads one PDF after the other, each in a thread of its own that is ended when it is done, late or too large. The memory of
 * a thread is known only as that of the process, so a PDF is also ended when others take much memory meanwhile.
 */
export function createPdfThread({ worker: file, clock, watch, ...limits }: Deps) {
  const { limitMs = LIMIT_MS, mostBytes = MOST_BYTES } = limits
  let line: Promise<unknown> = Promise.resolve()
  let running: Worker | null = null

  const readOne = async (
    asked: { readonly pdf: Uint8Array } | { readonly html: string; readonly url: string },
    signal: AbortSignal,
  ): Promise<ThreadPdf> => {
    signal.throwIfAborted()
    const before = process.memoryUsage.rss()
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    running = worker
    const left = watch?.(worker, () => ('pdf' in asked ? 'PDF' : asked.url))
    const cleanups: (() => void)[] = []
    try {
      return await new Promise<ThreadPdf>((resolve, reject) => {
        const look = () => {
          if (process.memoryUsage.rss() - before > mostBytes) resolve('large_pdf')
          else cleanups[0] = clock.schedule(LOOK_MS, look)
        }
        cleanups[0] = clock.schedule(LOOK_MS, look)
        cleanups.push(clock.schedule(limitMs, () => resolve('slow_pdf')))
        const stopped = () => reject(signal.reason)
        signal.addEventListener('abort', stopped, { once: true })
        cleanups.push(() => signal.removeEventListener('abort', stopped))
        worker.on('message', (found: PdfText) => {
          // Of a page it is the whole text.
          if (typeof found === 'string') resolve('pdf' in asked ? found : [found])
          else resolve(found.pages)
        })
        worker.on('error', (error) => {
          // A thread that cannot start says nothing about the file.
          if (isErrno(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) reject(error)
          else resolve(isOutOfMemory(error) ? 'large_pdf' : 'broken_pdf')
        })
        worker.on('exit', () => resolve('broken_pdf'))
        worker.postMessage(asked)
      })
    } finally {
      for (const cleanup of cleanups) cleanup()
      await worker.terminate()
      left?.()
      if (running === worker) running = null
    }
  }

  const inTurn = (asked: Parameters<typeof readOne>[0], signal: AbortSignal): Promise<ThreadPdf> => {
    const found = line.then(() => readOne(asked, signal))
    line = found.catch(() => {})
    return found
  }

  return {
    /** Rejects only when it is stopped. */
    read: (pdf: Uint8Array, signal: AbortSignal): Promise<ThreadPdf> => inTurn({ pdf }, signal),
    /** Converts a web page to Markdown; null for one that is too large, slow or broken. */
    readHtml: async (html: string, url: string, signal: AbortSignal): Promise<string | null> => {
      const found = await inTurn({ html, url }, signal)
      return typeof found === 'string' ? null : (found[0] ?? '')
    },
    close: async (): Promise<void> => {
      await running?.terminate()
    },
  }
}

function isOutOfMemory(error: unknown): boolean {
  return isErrno(error, 'ERR_WORKER_OUT_OF_MEMORY')
}
