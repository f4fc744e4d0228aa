import type { ModelConfig } from '#shared/config/config.ts'
import type { CatalogueModel, KnownModels } from '#shared/model/catalogue.ts'
import type { Effort } from '#shared/model/efforts.ts'
import { EFFORTS } from '#shared/model/efforts.ts'
import { hintFor, isOfKnownFamily } from '#shared/model/known-models.ts'
import { PROVIDER_NAMES } from '#shared/model/known-providers.ts'
import type { ConnectionReport } from '#shared/model/model.ts'
import { type Place, type ProviderChoice, settingsNameOf } from './providers.ts'

/** The progress of a connection check. */
export type Check =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'failed'; readonly problem: string; readonly report: ConnectionReport | null }
  | { readonly state: 'done'; readonly report: ConnectionReport }

/** A model that can be picked, with what the catalogue knows of it; null: nothing. */
export type Pick = { readonly id: string; readonly known: CatalogueModel | null }

/** Limits of a model of no known family, in tokens. */
const UNKNOWN = { window: 128_000, output: 8_192, thinks: false }
/** Efforts that servers commonly know; one that refuses them is asked without. */
const USUAL_EFFORTS: readonly Effort[] = ['low', 'medium', 'high']

/**
 * Lists the models of a provider: those it serves, known ones first. A provider that lists none of the catalogue, such
 * as one that lists deployments, offers the catalogue's too.
 */
export function picksOf(known: KnownModels | null, served: readonly string[]): readonly Pick[] {
  const models = known?.models ?? []
  const byId = new Map(models.map((model) => [model.id, model] as const))
  const there = served.flatMap((id) => byId.get(id) ?? [])
  const listed = there.length > 0 ? there : models
  const first = new Set(Object.values(known?.roles ?? {}))
  const order = [...listed.filter(({ id }) => first.has(id)), ...listed.filter(({ id }) => !first.has(id))]
  const rest = served.filter((id) => !byId.has(id))
  return [
    ...order.map((model) => ({ id: model.id, known: model })),
    ...rest.map((id) => ({ id, known: null })),
  ]
}

/** The model that is picked before the person picks one: the suggested one of middle size, or else the first. */
export function suggestedPick(known: KnownModels | null, picks: readonly Pick[]): Pick | null {
  return picks.find(({ id }) => id === known?.roles.medium) ?? picks[0] ?? null
}

/** The efforts a picked model can be asked for; none for one that does not think. */
export function effortsOf(pick: Pick): readonly Effort[] {
  return pick.known?.efforts ?? (factsOf(pick).thinks ? USUAL_EFFORTS : [])
}

/** Facts from the catalogue, or else from the family that the name tells, in tokens. */
export function factsOf({ id, known }: Pick): {
  readonly window: number
  readonly output: number
  readonly thinks: boolean
} {
  if (known !== null) {
    const { window, output, efforts } = known
    return { window, output, thinks: efforts !== undefined }
  }
  if (!isOfKnownFamily(id)) return UNKNOWN
  const { contextWindow, maxOutput, isOutputGuessed, reasoning } = hintFor(id)
  const output = isOutputGuessed === true ? Math.min(maxOutput, UNKNOWN.output) : maxOutput
  return { window: contextWindow, output, thinks: reasoning }
}

export type Choice = {
  readonly provider: ProviderChoice
  readonly place: Place
  readonly secret: string | null
  readonly pick: Pick
  readonly effort: Effort | null
}

/** The form in which the choice is written. A known provider needs only names: the catalogue has the rest. */
export function configOfChoice({ provider, place, secret, pick, effort }: Choice): ModelConfig {
  const key = secret === null ? {} : { apiKeyRef: `vault:${secret}` }
  const { window, output, thinks } = factsOf(pick)
  const chosen = effort === null || !thinks ? {} : { reasoningEffort: effort }
  const named = PROVIDER_NAMES.find((name) => name === provider.id)
  if (named !== undefined) return { type: 'builtin', provider: named, id: pick.id, ...key, ...chosen }
  return {
    type: 'custom',
    api: place.api,
    provider: settingsNameOf(provider, place),
    id: pick.id,
    baseUrl: place.baseUrl,
    ...key,
    contextWindow: window,
    maxTokens: output,
    reasoning: thinks,
    ...chosen,
  }
}

/** Puts efforts in their order. */
export function inOrder(efforts: readonly Effort[]): readonly Effort[] {
  return EFFORTS.filter((effort) => efforts.includes(effort))
}
