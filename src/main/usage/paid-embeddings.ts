import type { EventId, ModelRef } from '#shared/ids.ts'
import { priceOf, pricesOf } from '#shared/model/price-of.ts'
import type { ModelPrices } from '#shared/model/prices.ts'
import type { Usage } from '#shared/session/message.ts'
import type { Clock } from '../lib/clock.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import type { Embedder } from '../models/embedder.ts'
import type { SpendHolds } from '../runs/limits/spend-holds.ts'
import { embeddingPrices } from './embedding-prices.ts'

type Deps = {
  readonly reserve: SpendHolds['reserve']
  readonly record: (id: EventId, at: number, model: ModelRef, usage: Usage) => void
  readonly modelOf: Catalog['infoOf']
  readonly newId: (kind: 'event') => EventId
  readonly clock: Pick<Clock, 'now'>
}

/** An embedder and the host that receives its texts. */
type Chosen = { readonly embedder: Embedder; readonly host: string }

const MICRO = 1_000_000

/**
 * Wraps embedders so that their requests reserve their cost below the limits over everything, and are recorded with it.
 * Past a stop limit a request fails with its sentence.
 */
export function createPaidEmbeddings({ reserve, record, modelOf, newId, clock }: Deps) {
  const priceFor = ({ embedder, host }: Chosen): ModelPrices | null => {
    const ref = embedder.model
    const own = modelOf(ref)
    return (own === null ? null : pricesOf(own)) ?? embeddingPrices(host, ref.slice(ref.indexOf('/') + 1))
  }
  return (chosen: Chosen): Embedder => ({
    model: chosen.embedder.model,
    embed: async (texts, signal, onUsed) => {
      const prices = priceFor(chosen)
      const costOf = (tokens: number) =>
        prices === null ? null : priceOf({ input: tokens, output: 0 }, prices).usd
      // One token has at least one character.
      const most = texts.reduce((sum, { length }) => sum + length, 0)
      const give = await reserve(Math.ceil((costOf(most) ?? 0) * MICRO), null, signal)
      let used: Usage | null = null
      try {
        return await chosen.embedder.embed(texts, signal, (tokens) => {
          const estimated = costOf(tokens)
          used = { input: tokens, output: 0, ...(estimated === null ? {} : { cost: { estimated } }) }
          onUsed?.(tokens)
        })
      } finally {
        give?.(used === null ? [] : [used])
        if (used !== null) record(newId('event'), clock.now(), chosen.embedder.model, used)
      }
    },
  })
}
