import { keepNewest } from '#shared/keep-newest.ts'
import type { MissedMeaning } from '#shared/memory/embedding.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Embedder } from '../models/embedder.ts'
import type { QuestionVector } from './vector-question.ts'

type Deps = {
  /** Returns the embedding model; null when none is chosen. */
  readonly embedder: () => Embedder | null
  /** Takes secrets out of what leaves the machine. */
  readonly hide: (text: string) => string
  readonly clock: Clock
  readonly logger: Logger
  /** Ends what is still under way. */
  readonly signal: AbortSignal
}

/** The embedding of a question, or the reason it is missing. Both are null when no model is chosen. */
export type ReadQuestion = { readonly near: QuestionVector | null; readonly missed: MissedMeaning | null }
export type ReadMeaning = (question: string, signal: AbortSignal) => Promise<ReadQuestion>

/** Maximum wait for an embedding, in milliseconds. After that the search uses words only. */
const LIMIT_MS = 300
/** A server may load its model first. It is let finish, so that the next question finds it awake. */
const LONGEST_MS = 20_000
/** The same words are often asked of memories and of pages, one after the other. */
const MOST_KEPT = 32
const MOST_CHARACTERS = 2_000

const NOTHING: ReadQuestion = { near: null, missed: null }

/** Turns questions into vectors, within a short limit. What goes wrong costs the meaning and nothing more. */
export function createQuestionReader({ embedder, hide, clock, logger, signal: closing }: Deps): ReadMeaning {
  const kept = new Map<string, Promise<ReadQuestion>>()

  const ask = async (chosen: Embedder, text: string): Promise<ReadQuestion> => {
    try {
      const limit = AbortSignal.any([closing, AbortSignal.timeout(LONGEST_MS)])
      const [vector] = await chosen.embed([text], limit)
      return vector === undefined
        ? { near: null, missed: 'failed' }
        : { near: { model: chosen.model, vector }, missed: null }
    } catch (error) {
      if (!closing.aborted) logger.warn('What a question means could not be read', { reason: String(error) })
      return { near: null, missed: 'failed' }
    }
  }
  const known = (chosen: Embedder, text: string): Promise<ReadQuestion> => {
    const key = `${chosen.model}\n${text}`
    const before = kept.get(key)
    if (before !== undefined) return before
    const made = ask(chosen, text).then((read) => {
      if (read.near === null) kept.delete(key)
      return read
    })
    keepNewest(kept, key, made, MOST_KEPT)
    return made
  }

  return async (question, signal) => {
    const chosen = embedder()
    const text = hide(question.slice(0, MOST_CHARACTERS)).trim()
    if (chosen === null || text === '') return NOTHING
    const over = new AbortController()
    const late = clock
      .after(LIMIT_MS, AbortSignal.any([signal, over.signal]))
      .then((): ReadQuestion => ({ near: null, missed: 'late' }))
    try {
      return await Promise.race([known(chosen, text), late])
    } finally {
      over.abort()
      // The wait ends with the answer, one way or the other.
      late.catch(() => {})
    }
  }
}
