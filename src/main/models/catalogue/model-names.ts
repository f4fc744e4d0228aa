import type { UserConfig } from '#shared/config/config.ts'
import type { ModelRef } from '#shared/ids.ts'
import { catalogueProviderAt } from '#shared/model/known-providers.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { namedModel } from '#shared/model/named-model.ts'
import { MODEL_ROLES, type ModelRole } from '#shared/model/roles.ts'
import { type Entry, refOf } from './catalog-entries.ts'
import type { ModelCatalogue } from './model-catalogue.ts'

type Deps = {
  readonly config: () => UserConfig
  readonly catalogue: () => ModelCatalogue | null
  readonly entryOf: (ref: ModelRef) => Entry | undefined
  readonly listed: () => readonly ModelInfo[]
}

/** Finds models by the names that agents, scripts, commands and settings give them. */
export function createModelNames({ config, catalogue, entryOf, listed }: Deps) {
  /**
   * Returns the model of a role: the person's choice for the provider of `near`, or else for all providers, or else the
   * catalogue's suggestion. A provider without any of them, such as a local server, answers with `near` itself.
   */
  const ofRole = (role: ModelRole, near: ModelRef): ModelInfo | undefined => {
    const one = entryOf(near)
    const { roles = {} } = config()
    const provider = one?.info.provider ?? ''
    const own = Object.hasOwn(roles.providers ?? {}, provider)
      ? roles.providers?.[provider]?.[role]
      : undefined
    const choice = own ?? roles[role]
    const set = choice === undefined ? undefined : entryOf(meant(choice, config()))
    if (set !== undefined) return set.info
    const source = one?.endpoint == null ? null : catalogueProviderAt(one.endpoint.baseUrl)
    const suggested = source === null ? null : (catalogue()?.suggested(source, role) ?? null)
    return (suggested === null ? one : (entryOf(refOf(provider, suggested)) ?? one))?.info
  }
  return {
    named: (name: string, near: ModelRef): ModelInfo | undefined => {
      const role = MODEL_ROLES.find((each) => each === name)
      return (
        namedModel(listed(), name) ??
        entryOf(name)?.info ??
        (role === undefined ? undefined : ofRole(role, near))
      )
    },
  }
}

/** The reference of a model that the settings name. A name under `[models]` goes before `provider/id`. */
export function meant(name: string, { models = {} }: UserConfig): ModelRef {
  const named = Object.hasOwn(models, name) ? models[name] : undefined
  return named === undefined ? name : refOf(named.provider, named.id)
}
