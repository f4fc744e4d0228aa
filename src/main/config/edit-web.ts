import type { UserConfig } from '#shared/config/config.ts'
import type { WebTable } from '#shared/web/settings.ts'
import { applied, type ConfigChange } from './edit-models.ts'
import type { TableEdit, TomlValue } from './toml/toml-edit.ts'

/** Replaces the settings of the web. */
export function withWeb(web: WebTable): ConfigChange {
  return (text, config) => {
    const { web: _, ...rest } = config
    const wanted: UserConfig = Object.keys(web).length === 0 ? rest : { ...rest, web }
    const { search, secrets, ...values } = web
    const table = (
      path: readonly string[],
      inner: Readonly<Record<string, TomlValue>> | undefined,
    ): TableEdit => ({
      path: [...path],
      values: inner === undefined || Object.keys(inner).length === 0 ? null : inner,
    })
    return applied(text, wanted, [
      table(['web'], values),
      table(['web', 'search'], search),
      table(['web', 'secrets'], secrets),
    ])
  }
}
