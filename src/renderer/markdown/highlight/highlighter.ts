import { keepNewest } from '#shared/keep-newest.ts'
import type { Span } from './theme.ts'

export type HighlightRequest = { readonly id: number; readonly code: string; readonly language: string }
export type HighlightAnswer = { readonly id: number; readonly lines: Span[][] | null }

/** The part of a Worker that is used here. */
export type HighlightWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent<HighlightAnswer>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

type Deps = {
  readonly newWorker: () => HighlightWorker
  readonly after: (ms: number, run: () => void) => () => void
}

export type Highlighter = ReturnType<typeof createHighlighter>

const IDLE_MS = 30_000
const STUCK_MS = 5_000
const CACHED = 300

/** Longer code stays plain, because highlighting it costs more than it helps. */
const MAX_LENGTH = 100_000

/** Colours code in a worker that lives only while there is something to colour. */
export function createHighlighter({ newWorker, after }: Deps) {
  const cache = new Map<string, Span[][]>()
  const waiting = new Map<number, (lines: Span[][] | null) => void>()
  let worker: HighlightWorker | null = null
  let cancelTimer: (() => void) | null = null
  let ids = 0

  function end(): void {
    cancelTimer?.()
    cancelTimer = null
    worker?.terminate()
    worker = null
    const unanswered = [...waiting.values()]
    waiting.clear()
    for (const resolve of unanswered) resolve(null)
  }

  function watch(): void {
    cancelTimer?.()
    cancelTimer = after(waiting.size > 0 ? STUCK_MS : IDLE_MS, end)
  }

  function started(): HighlightWorker {
    if (worker !== null) return worker
    worker = newWorker()
    worker.onmessage = ({ data }) => {
      waiting.get(data.id)?.(data.lines)
      waiting.delete(data.id)
      watch()
    }
    worker.onerror = end
    return worker
  }

  /** Returns the cached spans, for the first paint. */
  function known(code: string, language: string): Span[][] | null {
    return cache.get(keyOf(code, language)) ?? null
  }

  /** The lines of the code in pieces, or null when it stays plain. Never fails. */
  async function highlight(code: string, language: string): Promise<Span[][] | null> {
    const key = keyOf(code, language)
    const cached = cache.get(key)
    if (cached !== undefined || code.length > MAX_LENGTH) return cached ?? null
    ids += 1
    const id = ids
    const lines = await new Promise<Span[][] | null>((resolve) => {
      waiting.set(id, resolve)
      started().postMessage({ id, code, language } satisfies HighlightRequest)
      watch()
    })
    if (lines !== null) keepNewest(cache, key, lines, CACHED)
    return lines
  }

  return { known, highlight, close: end }
}

function keyOf(code: string, language: string): string {
  return `${language}\n${code}`
}
