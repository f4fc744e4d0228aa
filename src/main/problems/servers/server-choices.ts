import type { ServerChoices } from '#shared/problems/language-server.ts'

/** A value that can be written as JSON. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Values = { readonly [key: string]: Json }

const isValues = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns what a project tells a server, changed by what the person tells it. Tables are joined; the person's values win. */
export function joinChoices(project: ServerChoices, own: ServerChoices): ServerChoices {
  const { initializationOptions: options, settings } = project
  return {
    ...(options === undefined && own.initializationOptions === undefined
      ? {}
      : { initializationOptions: joined(options ?? {}, own.initializationOptions ?? {}) }),
    ...(settings === undefined && own.settings === undefined
      ? {}
      : { settings: joined(nested(settings ?? {}), nested(own.settings ?? {})) }),
  }
}

/**
 * Returns the settings of a section, such as `python.analysis`; all of them without a section, and null where there are
 * none.
 */
export function sectionOf(settings: Values | null, section: string | null | undefined): Json {
  let found: Json | undefined = settings === null ? null : { ...settings }
  for (const name of (section ?? '') === '' ? [] : (section ?? '').split('.'))
    found = isValues(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found ?? null
}

function joined(under: Values, over: Values): { [key: string]: Json } {
  const result = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const before = Object.hasOwn(result, key) ? result[key] : undefined
    result[key] = isValues(before) && isValues(value) ? joined(before, value) : value
  }
  return result
}

/** Reads keys with dots, as the settings of editors have them, as tables in tables. */
function nested(settings: Values): { [key: string]: Json } {
  return Object.entries(settings).reduce<{ [key: string]: Json }>((all, [key, value]) => {
    const inner = isValues(value) ? nested(value) : value
    const table = key.split('.').reduceRight<Json>((inside, name) => ({ [name]: inside }), inner)
    return isValues(table) ? joined(all, table) : all
  }, {})
}
