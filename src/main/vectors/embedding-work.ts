import { AppError } from '#shared/errors.ts'
import type { EmbeddingStanding } from '#shared/memory/embedding.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Embedder } from '../models/embedder.ts'
import { UNLIKE_TEXTS, unlikeOf } from './unlike-of.ts'
import { Unembedded, type VectorQuestion } from './vector-question.ts'

type Deps = {
  /** Returns the embedding model; null when none is chosen or it was removed. */
  readonly embedder: () => Embedder | null
  /** The rooms whose texts are embedded, in this order. */
  readonly kinds: readonly string[]
  readonly ask: (kind: string, question: VectorQuestion, signal: AbortSignal) => Promise<unknown>
  /** Takes secrets out of what leaves the machine. */
  readonly hide: (text: string) => string
  /** Resolves when the person's own work leaves room for this. */
  readonly quiet: (signal: AbortSignal) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
  /** Told whenever `progress` says something else. */
  readonly changed: () => void
  /** Ends it for good. */
  readonly signal: AbortSignal
}

export type EmbeddingProgress = Pick<EmbeddingStanding, 'state' | 'done' | 'total' | 'problem'>

/** So many texts go in one request. */
const BATCH = 32
/** A length below the input limit of every model. */
const SHORTEST = 100
/** While the texts themselves are still being read. */
const BEHIND_MS = 1_000
/** After a failure that may pass. */
const AGAIN_MS = 60_000

const OFF: EmbeddingProgress = { state: 'off', done: 0, total: 0, problem: null }

/**
 * Creates the background job that embeds missing texts in batches. Each batch is stored, so that interrupted
 * work continues where it was.
 */
export function createEmbeddingWork(deps: Deps) {
  const { clock } = deps
  let progress = OFF
  let working: { readonly stop: () => void; readonly model: string; again: boolean } | null = null
  let forget = () => {}

  const put = (next: EmbeddingProgress): void => {
    progress = next
    deps.changed()
  }
  const begin = (embedder: Embedder): void => {
    const ending = new AbortController()
    const mine = { stop: () => ending.abort(), model: embedder.model, again: false }
    working = mine
    forget()
    const signal = AbortSignal.any([deps.signal, ending.signal])
    const tell = (next: EmbeddingProgress) => {
      if (working === mine) put(next)
    }
    embedAll(deps, embedder, tell, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) tell(failed(progress, error, deps.logger))
      })
      .finally(() => {
        if (working !== mine) return
        working = null
        if (mine.again && !signal.aborted) wake()
        else if (progress.problem?.recoverable === true) forget = clock.schedule(AGAIN_MS, wake)
      })
  }
  /** There may be something to embed, or another model was chosen. */
  const wake = (): void => {
    if (deps.signal.aborted || progress.state === 'stopped') return
    const embedder = deps.embedder()
    if (working !== null && working.model === embedder?.model) {
      working.again = true
      return
    }
    working?.stop()
    working = null
    if (embedder !== null) begin(embedder)
    else if (progress.state !== 'off') put(OFF)
  }

  deps.signal.addEventListener('abort', () => forget(), { once: true })
  return {
    progress: (): EmbeddingProgress => progress,
    wake,
    /** Stops embedding. Finished embeddings are kept. */
    stop: (): void => {
      if (deps.embedder() === null) return
      working?.stop()
      working = null
      forget()
      put({ ...progress, state: 'stopped', problem: null })
    },
    goOn: (): void => {
      if (progress.state === 'stopped') progress = { ...progress, state: 'working' }
      wake()
    },
  }
}

type Tell = (progress: EmbeddingProgress) => void

async function embedAll(deps: Deps, embedder: Embedder, tell: Tell, signal: AbortSignal): Promise<void> {
  const { kinds, ask, clock } = deps
  const { model } = embedder
  for (;;) {
    signal.throwIfAborted()
    const found = await lookThrough(deps, model, signal)
    const { done, total } = found
    if (found.unable !== null) {
      deps.logger.warn('Vectors cannot be compared on this machine', { reason: found.unable })
      return tell({ state: 'unable', done, total, problem: null })
    }
    if (found.next === null && !found.behind) {
      for (const kind of kinds) await ask(kind, { t: 'tidy', model }, signal)
      return tell({ state: 'done', done, total, problem: null })
    }
    tell({ state: 'working', done, total, problem: null })
    if (found.next === null) {
      await clock.after(BEHIND_MS, signal)
      continue
    }
    await deps.quiet(signal)
    const { kind, texts } = found.next
    const unlike = found.unlike ?? unlikeOf(await embedder.embed(UNLIKE_TEXTS, signal))
    const hidden = texts.map(({ text }) => deps.hide(text))
    const vectors = await embedShortened(embedder, hidden, signal)
    // Another turn may have begun meanwhile, perhaps with another model.
    signal.throwIfAborted()
    const made = texts.flatMap(({ hash }, at) => {
      const vector = vectors[at]
      return vector === undefined ? [] : [{ hash, vector }]
    })
    await ask(kind, { t: 'embedded', model, unlike, vectors: made }, signal)
  }
}

/** Small models read less at once than others, and only say so when it was too much: then beginnings have to do. */
async function embedShortened(embedder: Embedder, texts: readonly string[], signal: AbortSignal) {
  let most = Math.max(...texts.map(({ length }) => length))
  for (;;) {
    try {
      return await embedder.embed(
        texts.map((text) => text.slice(0, most)),
        signal,
      )
    } catch (error) {
      const isTooLong = error instanceof AppError && error.code === 'llm.context_overflow'
      if (!isTooLong || most <= SHORTEST) throw error
      most = Math.ceil(most / 2)
    }
  }
}

type Found = Pick<Unembedded, 'done' | 'total' | 'behind' | 'unable' | 'unlike'> & {
  readonly next: { readonly kind: string; readonly texts: Unembedded['texts'] } | null
}

/** Returns the progress over all rooms and the next batch. */
async function lookThrough({ kinds, ask }: Deps, model: string, signal: AbortSignal): Promise<Found> {
  let found: Found = { done: 0, total: 0, behind: false, unable: null, unlike: null, next: null }
  for (const kind of kinds) {
    const each = Unembedded.parse(await ask(kind, { t: 'unembedded', model, limit: BATCH }, signal))
    const next = found.next ?? (each.texts.length === 0 ? null : { kind, texts: each.texts })
    found = {
      done: found.done + each.done,
      total: found.total + each.total,
      next,
      behind: found.behind || each.behind,
      unable: found.unable ?? each.unable,
      unlike: found.unlike ?? each.unlike,
    }
  }
  return found
}

function failed(before: EmbeddingProgress, error: unknown, logger: Logger): EmbeddingProgress {
  const known = error instanceof AppError ? error : AppError.saying('other', say('memory.embeddingFailed'))
  if (known !== error) logger.error('Texts could not be embedded', error)
  return { ...before, state: 'failed', problem: known.toData() }
}
