import type { ModelListing } from '#shared/model/model.ts'

/** Filters of the list of models. */
export const MODEL_FILTERS = ['pictures', 'thinks', 'local', 'cheap'] as const
export type ModelFilter = (typeof MODEL_FILTERS)[number]

/** The models this window remembers: favourites, and the time of each last choice. */
export type ModelMemory = {
  readonly favourites: Readonly<Record<string, number>>
  readonly used: Readonly<Record<string, number>>
}

/** Models under one title; the title of a provider is its name. */
export type PickerGroup = {
  readonly title: 'favourites' | 'recent' | 'local' | 'builtin' | { readonly provider: string }
  readonly models: readonly ModelListing[]
}

const MOST_RECENT = 5
const CHEAP = 1

const FITS: Readonly<Record<ModelFilter, (model: ModelListing) => boolean>> = {
  pictures: ({ pictures }) => pictures === true,
  thinks: ({ reasoning }) => reasoning,
  local: ({ source }) => source === 'detected',
  cheap: ({ inputPrice }) => inputPrice !== null && inputPrice < CHEAP,
}

/** Keeps the models that match every word of a search and every filter. */
export function matchingModels(
  models: readonly ModelListing[],
  query: string,
  filters: ReadonlySet<ModelFilter>,
): readonly ModelListing[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return models.filter((model) => {
    const text = `${model.label} ${model.ref}`.toLowerCase()
    return words.every((word) => text.includes(word)) && [...filters].every((filter) => FITS[filter](model))
  })
}

/** Arranges models: favourites, recently used ones, then by provider. Each model is listed once. */
export function pickerGroups(models: readonly ModelListing[], memory: ModelMemory): readonly PickerGroup[] {
  const favourites = models.filter(({ ref }) => (memory.favourites[ref] ?? 0) > 0)
  const recent = models
    .filter((model) => !favourites.includes(model) && (memory.used[model.ref] ?? 0) > 0)
    .toSorted((one, other) => (memory.used[other.ref] ?? 0) - (memory.used[one.ref] ?? 0))
    .slice(0, MOST_RECENT)
  const rest = models.filter((model) => !favourites.includes(model) && !recent.includes(model))
  const online = rest.filter(({ source }) => source === 'config' || source === 'catalogue')
  const providers = [...new Set(online.map(({ provider }) => provider))]
  const groups: PickerGroup[] = [
    { title: 'favourites', models: favourites },
    { title: 'recent', models: recent },
    ...providers.map((provider) => ({
      title: { provider },
      models: online.filter((model) => model.provider === provider),
    })),
    { title: 'local', models: rest.filter(({ source }) => source === 'detected') },
    { title: 'builtin', models: rest.filter(({ source }) => source === 'builtin') },
  ]
  return groups.filter((group) => group.models.length > 0)
}
