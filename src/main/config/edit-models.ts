import { isDeepStrictEqual } from 'node:util'
import { parse, stringify, TomlError } from 'smol-toml'
import type { ModelConfig, UserConfig } from '#shared/config/config.ts'
import type { ModelRole } from '#shared/model/roles.ts'
import { refOf } from './merge-config.ts'
import { plainObject } from './toml/config-text.ts'
import { editTable, type TableEdit } from './toml/toml-edit.ts'

type Roles = NonNullable<UserConfig['roles']>
type RoleTable = Omit<Roles, 'providers'>

/** Makes the new text of `config.toml` from the old one and what it says. */
export type ConfigChange = (text: string, config: UserConfig) => string

/** Adds a model, or replaces the one with the same provider and id under the name the person gave it. */
export function withModel(model: ModelConfig): ConfigChange {
  return (text, config) => {
    const ref = refOf(model)
    const name = nameOf(config, ref) ?? ref
    const isDefault = config.model !== undefined && refOf(config.model) === ref
    return applied(
      text,
      { ...config, ...(isDefault ? { model } : {}), models: { ...config.models, [name]: model } },
      [
        ...(isDefault ? [{ path: ['model'], values: { ...model } }] : []),
        { path: ['models', name], values: { ...model } },
      ],
    )
  }
}

/** Removes a model, also as the default and as the one that stands in for another. */
export function withoutModel(ref: string): ConfigChange {
  return (text, config) => {
    const { models = {}, model, roles, ...rest } = config
    const gone = Object.keys(models).filter((name) => matches(models[name], ref))
    const wasDefault = matches(model, ref)
    if (gone.length === 0 && !wasDefault) return text
    const alone = withoutFallback(new Set([...gone, ref]))
    const left = Object.entries(models).flatMap(([name, each]) =>
      gone.includes(name) ? [] : [[name, alone(each)] as const],
    )
    const kept = model === undefined || wasDefault ? null : alone(model)
    const rolesLeft = withoutRole(roles, new Set([...gone, ref]))
    const next = {
      ...rest,
      ...(rolesLeft === undefined ? {} : { roles: rolesLeft }),
      ...(kept === null ? {} : { model: kept }),
      ...(left.length === 0 ? {} : { models: Object.fromEntries(left) }),
    }
    return applied(text, next, [
      ...gone.map((name) => ({ path: ['models', name], values: null })),
      ...left.flatMap(([name, each]) =>
        each === models[name] ? [] : [{ path: ['models', name], values: { ...each } }],
      ),
      ...(wasDefault ? [{ path: ['model'], values: null }] : []),
      ...(kept === null || kept === model ? [] : [{ path: ['model'], values: { ...kept } }]),
      ...(rolesLeft === roles || rolesLeft === undefined ? [] : roleEdits(rolesLeft)),
    ])
  }
}

/** The same model when it names none of these to stand in for it. */
const withoutFallback =
  (gone: ReadonlySet<string>) =>
  (model: ModelConfig): ModelConfig => {
    const { fallback, ...rest } = model
    return fallback === undefined || !gone.has(fallback) ? model : rest
  }

/** The same roles when none of these has one. */
function withoutRole(roles: Roles | undefined, gone: ReadonlySet<string>): Roles | undefined {
  if (roles === undefined) return undefined
  const { providers = {}, ...own } = roles
  const left = Object.entries(providers).map(([name, table]) => [name, withoutNames(table, gone)] as const)
  const isSame = withoutNames(own, gone) === own && left.every(([name, table]) => table === providers[name])
  if (isSame) return roles
  return { ...withoutNames(own, gone), ...(left.length === 0 ? {} : { providers: Object.fromEntries(left) }) }
}

function withoutNames(table: RoleTable, gone: ReadonlySet<string>): RoleTable {
  const kept = Object.entries(table).filter(([, name]) => !gone.has(name))
  return kept.length === Object.keys(table).length ? table : Object.fromEntries(kept)
}

/** The edits that write down the roles: one for the table and one for each provider. */
function roleEdits({ providers = {}, ...own }: Roles): TableEdit[] {
  return [
    { path: ['roles'], values: { ...own } },
    ...Object.entries(providers).map(([name, table]) => ({
      path: ['roles', 'providers', name],
      values: { ...table },
    })),
  ]
}

/** Makes a model the default. The one before stays among the models. */
export function withDefaultModel(model: ModelConfig): ConfigChange {
  return (text, config) => {
    const before = config.model
    const lost =
      before?.type === 'custom' && refOf(before) !== refOf(model) && nameOf(config, refOf(before)) === null
    const models = lost ? { ...config.models, [refOf(before)]: before } : config.models
    return applied(text, { ...config, model, ...(models === undefined ? {} : { models }) }, [
      { path: ['model'], values: { ...model } },
      ...(lost ? [{ path: ['models', refOf(before)], values: { ...before } }] : []),
    ])
  }
}

/** Settles which model a role has, for all providers; null: none of its own. */
export function withRole(role: ModelRole, ref: string | null): ConfigChange {
  return (text, config) => {
    const { [role]: _, ...others } = config.roles ?? {}
    const roles = ref === null ? others : { ...others, [role]: ref }
    return applied(text, { ...config, roles }, roleEdits(roles))
  }
}

function nameOf(config: UserConfig, ref: string): string | null {
  return Object.entries(config.models ?? {}).find(([, model]) => refOf(model) === ref)?.[0] ?? null
}

function matches(model: ModelConfig | undefined, ref: string): boolean {
  return model !== undefined && refOf(model) === ref
}

/**
 * Applies the edits to the text if that gives exactly the wanted settings. Otherwise, as with inline tables,
 * the file is rewritten: comments are lost, but no setting is.
 */
export function applied(text: string, wanted: UserConfig, edits: readonly TableEdit[]): string {
  const edited = edits.reduce((before, edit) => editTable(before, edit), text)
  return means(edited, wanted) ? edited : stringify(wanted)
}

function means(text: string, wanted: UserConfig): boolean {
  try {
    return isDeepStrictEqual(withoutEmpty(plainObject(parse(text))), withoutEmpty(wanted))
  } catch (error) {
    if (error instanceof TomlError) return false
    throw error
  }
}

/** A table without keys says the same as none. */
function withoutEmpty(config: unknown): unknown {
  if (typeof config !== 'object' || config === null) return config
  const entries = Object.entries(config).filter(
    ([, value]) => !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
  )
  return Object.fromEntries(entries)
}
