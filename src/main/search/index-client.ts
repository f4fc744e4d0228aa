import { AppError } from '#shared/errors.ts'
import type { CheckPiece } from '#shared/search/check.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../lib/clock.ts'
import type { FromIndex, ToIndex } from './index-messages.ts'
import { createIndexThread, type IndexThreadDeps } from './index-thread.ts'

/** The index as main sees it. */
export type IndexClient = {
  /** These records of a part were stored, changed or removed. Told to the worker a moment later, all at once. */
  readonly changed: (part: string, ids: readonly string[]) => void
  /** Asks a part. Rejects with an `AppError` when there is no answer to be had, and at once when the signal aborts. */
  readonly ask: (part: string, question: unknown, signal: AbortSignal) => Promise<unknown>
  /** Resolves when everything told so far is written. */
  readonly settled: (signal: AbortSignal) => Promise<void>
  /** Deletes and rebuilds the index. Resolves when the rebuild has started. */
  readonly rebuild: (signal: AbortSignal) => Promise<void>
  /** One piece of looking through the database and the index. Null: there are no more. */
  readonly check: (piece: number, signal: AbortSignal) => Promise<CheckPiece | null>
  /** Lets the worker take up what was left over from the last time. The first question does so too. */
  readonly start: () => void
  readonly close: () => Promise<void>
}

/** Batching time of change notifications, in milliseconds. */
const GATHER_MS = 400
/** A question that takes longer has met a worker that is stuck. */
const ANSWER_MS = 20_000
/** A very large log may take this long to index; only tests and benches wait for it. */
const SETTLE_MS = 600_000
const CLOSE_MS = 2_000
/** One table of a very large database. */
const CHECK_MS = 120_000
/** Maximum pending queries. */
const MOST_WAITING = 64

export function createIndexClient(deps: IndexThreadDeps): IndexClient {
  const { clock, logger } = deps
  const waiting = createWaiting(clock)
  const news = createNews(clock, (part, ids) => thread.post({ t: 'changed', part, ids }))
  let closed = false

  const heard = (message: FromIndex) => {
    if (message.t === 'answer') waiting.take(message.id, message.value)
    else if (message.t === 'failed') waiting.fail(message.id, failureOf(message))
    else if (message.what === 'index')
      logger.warn('The search index was damaged and is made anew', { reason: message.reason })
    else logger.error('The database is damaged; the search index was left as it is', message.reason)
  }
  // News that was not told yet is found by comparing when the next thread starts.
  const lost = () => {
    news.drop()
    waiting.failAll(unavailable)
  }
  const thread = createIndexThread(deps, { heard, lost })

  const request = (message: (id: number) => ToIndex, limitMs: number, signal: AbortSignal) => {
    signal.throwIfAborted()
    if (closed || waiting.count() >= MOST_WAITING || !thread.start()) throw unavailable()
    news.flush()
    const { id, answer } = waiting.add(limitMs, signal, {
      stopped: () => thread.post({ t: 'forget', id }),
      late: () => {
        logger.warn('The search index did not answer in time', { limitMs })
        thread.replace()
      },
    })
    thread.post(message(id))
    return answer
  }

  return {
    changed: (part, ids) => {
      if (!closed && thread.isUp()) news.add(part, ids)
    },
    ask: async (part, question, signal) =>
      request((id) => ({ t: 'ask', id, part, question }), ANSWER_MS, signal),
    settled: async (signal) => void (await request((id) => ({ t: 'settle', id }), SETTLE_MS, signal)),
    rebuild: async (signal) => void (await request((id) => ({ t: 'rebuild', id }), ANSWER_MS, signal)),
    check: async (piece, signal) => {
      const answer = await request((id) => ({ t: 'check', id, piece }), CHECK_MS, signal)
      // Both sides are this program.
      return answer as CheckPiece | null
    },
    start: () => void thread.start(),
    close: async () => {
      if (closed) return
      const limit = AbortSignal.timeout(CLOSE_MS)
      const bye = thread.isUp() ? request((id) => ({ t: 'close', id }), CLOSE_MS, limit) : null
      closed = true
      news.drop()
      await bye?.catch((error: unknown) => {
        logger.warn('The search index was ended in the middle', { reason: String(error) })
      })
      await thread.end()
      waiting.failAll(unavailable)
    },
  }
}

function unavailable(): AppError {
  return AppError.saying('search.unavailable', say('search.unavailable'))
}

function failureOf({ reason, damaged }: Extract<FromIndex, { t: 'failed' }>): Error {
  return damaged
    ? AppError.saying('search.unavailable', say('search.databaseDamaged', { words: reason }))
    : new Error(reason)
}

type Waiter = { readonly take: (value: unknown) => void; readonly fail: (error: unknown) => void }
type Otherwise = { readonly stopped: () => void; readonly late: () => void }

/** Tracks pending queries to the worker. */
function createWaiting(clock: Clock) {
  const waiters = new Map<number, Waiter>()
  let lastId = 0
  return {
    count: () => waiters.size,
    take: (id: number, value: unknown) => waiters.get(id)?.take(value),
    fail: (id: number, error: unknown) => waiters.get(id)?.fail(error),
    failAll: (error: () => unknown) => {
      for (const waiter of [...waiters.values()]) waiter.fail(error())
    },
    add: (limitMs: number, signal: AbortSignal, { stopped, late }: Otherwise) => {
      lastId += 1
      const id = lastId
      const answer = new Promise<unknown>((resolve, reject) => {
        const over = () => {
          waiters.delete(id)
          signal.removeEventListener('abort', stop)
          stopTimer()
        }
        const stop = () => {
          over()
          stopped()
          reject(signal.reason)
        }
        const stopTimer = clock.schedule(limitMs, late)
        signal.addEventListener('abort', stop, { once: true })
        waiters.set(id, {
          take: (value) => {
            over()
            resolve(value)
          },
          fail: (error) => {
            over()
            reject(error)
          },
        })
      })
      return { id, answer }
    },
  }
}

/** Batches changes for the worker, by part. */
function createNews(clock: Clock, tell: (part: string, ids: readonly string[]) => void) {
  const news = new Map<string, Set<string>>()
  let stopTimer: (() => void) | null = null
  const drop = () => {
    stopTimer?.()
    stopTimer = null
    news.clear()
  }
  const flush = () => {
    const all = [...news]
    drop()
    for (const [part, ids] of all) tell(part, [...ids])
  }
  return {
    drop,
    flush,
    add: (part: string, ids: readonly string[]) => {
      const known = news.get(part) ?? new Set()
      for (const id of ids) known.add(id)
      news.set(part, known)
      stopTimer ??= clock.schedule(GATHER_MS, flush)
    },
  }
}
