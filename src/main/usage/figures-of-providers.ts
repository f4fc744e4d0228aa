import type { ModelRef } from '#shared/ids.ts'
import { costOf } from '#shared/model/cost.ts'
import type { ProviderFigures } from '#shared/model/figures.ts'
import { tokensOf } from '#shared/session/usage.ts'
import type { Clock } from '../lib/clock.ts'
import type { TurnSums } from '../log/turn-sums.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'

type Deps = {
  readonly turnSums: (since: number) => readonly TurnSums[]
  readonly catalog: Pick<Catalog, 'infoOf'>
  readonly clock: Pick<Clock, 'now'>
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Creates the speed and cost statistics per provider over some days, the most used first. */
export function createFiguresOfProviders({ turnSums, catalog, clock }: Deps) {
  return (days: number): readonly ProviderFigures[] => {
    const found = new Map<string, ProviderFigures>()
    for (const sums of turnSums(clock.now() - days * DAY_MS)) {
      const before = found.get(sums.provider)
      found.set(sums.provider, before === undefined ? one(sums, catalog) : both(before, one(sums, catalog)))
    }
    return [...found.values()].toSorted((a, b) => b.requests - a.requests)
  }
}

function one(sums: TurnSums, catalog: Deps['catalog']): ProviderFigures {
  const { provider, requests, failed, input, output } = sums
  const rest = {
    input: sums.unpriced_input,
    output: sums.unpriced_output,
    cacheRead: sums.unpriced_read,
    cacheWrite: sums.unpriced_write,
  }
  const late = tokensOf(rest) === 0 ? 0 : costOf(rest, catalog.infoOf(sums.model as ModelRef))
  return {
    provider,
    requests,
    failed,
    input,
    output,
    cacheRead: sums.cache_read,
    firstMs: sums.first_ms,
    tokensPerSecond: sums.rate,
    cost: late === null ? null : sums.recorded + late,
    hasPlan: catalog.infoOf(sums.model as ModelRef)?.plan !== undefined,
  }
}

function both(left: ProviderFigures, right: ProviderFigures): ProviderFigures {
  return {
    ...left,
    requests: left.requests + right.requests,
    failed: left.failed + right.failed,
    input: left.input + right.input,
    output: left.output + right.output,
    cacheRead: left.cacheRead + right.cacheRead,
    cost: left.cost === null || right.cost === null ? null : left.cost + right.cost,
    hasPlan: left.hasPlan || right.hasPlan,
  }
}
