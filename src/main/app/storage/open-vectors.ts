import type { UserConfig } from '#shared/config/config.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { EmbeddingStanding } from '#shared/memory/embedding.ts'
import { knowledgeIndexPart } from '../../knowledge/index/index-part.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { Scope } from '../../lib/scope.ts'
import { memoryIndexPart } from '../../memory/index-part.ts'
import type { Embedder } from '../../models/embedder.ts'
import { patientEmbedder } from '../../models/retry/patient-embedder.ts'
import { createEmbeddingWork } from '../../vectors/embedding-work.ts'
import { createQuestionReader } from '../../vectors/question-reader.ts'
import type { Models } from './open-models.ts'
import type { Storage } from './open-storage.ts'

type Deps = {
  readonly storage: Pick<Storage, 'index' | 'bus'>
  readonly config: () => UserConfig
  readonly models: Pick<Models, 'embedder'>
  /** Reserves the cost of an embedder's requests, and records it. */
  readonly paying: (chosen: { readonly embedder: Embedder; readonly host: string }) => Embedder
  readonly redactor: Pick<Redactor, 'text'>
  readonly clock: Clock
  readonly logger: Logger
  readonly tell: (event: AppEvent) => void
  /** Calls the listener with what rooms tell; the returned function ends it. */
  readonly hear: (listener: (event: AppEvent) => void) => () => void
  readonly scope: Scope
}

/** Chats come first: nothing is embedded until none has said anything for so long, or for at most this long. */
const QUIET_MS = 1_000
const MOST_PATIENCE_MS = 30_000

/** Embeds memories and pages with the model the person chose for it, and reads questions with the same one. */
export function openVectors(deps: Deps) {
  const { storage, config, models, redactor, clock, logger, tell, hear, scope } = deps
  const { signal } = scope
  const choice = () => config().memory?.embeddings ?? null
  const chosen = () => {
    const wanted = choice()
    return wanted === null ? null : models.embedder(wanted)
  }
  const embedder = (): Embedder | null => {
    const one = chosen()
    return one === null ? null : deps.paying(one)
  }
  const work = createEmbeddingWork({
    embedder: () => {
      const one = embedder()
      return one === null ? null : patientEmbedder(one, { clock, random: Math.random })
    },
    kinds: [memoryIndexPart.name, knowledgeIndexPart.name],
    ask: storage.index.ask,
    hide: redactor.text,
    quiet: quietOf({ storage, clock, scope }),
    changed: () => tell({ kind: 'memory.embedding' }),
    clock,
    logger,
    signal,
  })
  const readMeaning = createQuestionReader({ embedder, hide: redactor.text, clock, logger, signal })
  scope.add(
    hear(({ kind }) => {
      if (WAKING.has(kind)) work.wake()
    }),
  )
  return {
    readMeaning,
    model: () => chosen()?.embedder.model ?? null,
    stop: work.stop,
    goOn: work.goOn,
    wake: work.wake,
    standing: (): EmbeddingStanding => ({
      choice: choice(),
      host: chosen()?.host ?? null,
      ...work.progress(),
    }),
  }
}

const WAKING: ReadonlySet<AppEvent['kind']> = new Set([
  'memory.changed',
  'knowledge.changed',
  'config.changed',
  'models.changed',
  'vault.changed',
])

function quietOf({ storage, clock, scope }: Pick<Deps, 'storage' | 'clock' | 'scope'>) {
  let last = Number.NEGATIVE_INFINITY
  scope.add(
    storage.bus.subscribe(() => {
      last = clock.elapsed()
    }),
  )
  return async (signal: AbortSignal): Promise<void> => {
    const until = clock.elapsed() + MOST_PATIENCE_MS
    for (;;) {
      const left = Math.min(last + QUIET_MS, until) - clock.elapsed()
      if (left <= 0) return
      await clock.after(left, signal)
    }
  }
}
