import { z } from 'zod'
import { CatalogueModel, type KnownModels } from '#shared/model/catalogue.ts'
import { ModelRole } from '#shared/model/roles.ts'

/** The bundled file. `scripts/catalogue.mjs` writes it. */
const CatalogueFile = z.strictObject({
  date: z.iso.date(),
  source: z.string(),
  roles: z.record(z.string(), z.record(ModelRole, z.string())),
  models: z.array(CatalogueModel),
})

/** The models that are known by name, with the day on which their facts were read. */
export type ModelCatalogue = {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly find: (provider: string, id: string) => CatalogueModel | null
  /** Everything that is known of a provider, for a person who connects it. */
  readonly known: (provider: string) => KnownModels
  readonly ofProvider: (provider: string) => readonly CatalogueModel[]
  /** The id of the model that a provider's role suggests; null for a provider without suggestions. */
  readonly suggested: (provider: string, role: ModelRole) => string | null
}

/** Reads the text of the catalogue file. */
export function parseCatalogue(text: string): ModelCatalogue {
  const { date, roles, models } = CatalogueFile.parse(JSON.parse(text))
  const byProvider = new Map<string, Map<string, CatalogueModel>>()
  for (const model of models) {
    const known = byProvider.get(model.provider) ?? new Map<string, CatalogueModel>()
    byProvider.set(model.provider, known.set(model.id, model))
  }
  return {
    date,
    find: (provider, id) => {
      const known = byProvider.get(provider)
      return known?.get(id) ?? known?.get(withoutDate(id)) ?? null
    },
    known: (provider) => ({
      date,
      models: [...(byProvider.get(provider)?.values() ?? [])],
      roles: Object.hasOwn(roles, provider) ? (roles[provider] ?? {}) : {},
    }),
    ofProvider: (provider) => [...(byProvider.get(provider)?.values() ?? [])],
    suggested: (provider, role) =>
      Object.hasOwn(roles, provider) ? (roles[provider]?.[role] ?? null) : null,
  }
}

/** Providers list a model also under the day of its release. */
function withoutDate(id: string): string {
  return id.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
}

type Deps = {
  /** Reads the text of the bundled file. */
  readonly read: () => Promise<string>
  /** Called once the catalogue is there. */
  readonly changed: () => void
}

/** Holds the catalogue, which is read on request: no start waits for it. */
export function createCatalogueLoader({ read, changed }: Deps) {
  let loaded: ModelCatalogue | null = null
  let loading: Promise<ModelCatalogue> | null = null
  const start = async (): Promise<ModelCatalogue> => {
    loaded = parseCatalogue(await read())
    changed()
    return loaded
  }
  return {
    /** Null until the first `load` is done. */
    current: (): ModelCatalogue | null => loaded,
    load: (): Promise<ModelCatalogue> => {
      loading ??= start()
      return loading
    },
  }
}
